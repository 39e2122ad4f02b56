// Rules of the way back into an account whose second factor is lost: a code that is mailed, and the recovery code. Pure.

import type { SignInRefusal } from '../identity.ts'

export const recoveryMs = 15 * 60_000
/** Some 40 bits; five may be tried. */
export const emailCodeLength = 8
export const wrongAnswersMax = 5

export const emailCodeInvalid: SignInRefusal = {
  status: 400,
  code: 'EMAIL_CODE_INVALID',
  message: 'Invalid Email Code',
}

export const backupCodeInvalid: SignInRefusal = {
  status: 400,
  code: 'BACKUP_CODE_INVALID',
  message: 'Invalid Backup Code',
}
