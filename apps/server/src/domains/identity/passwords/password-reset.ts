// Rules of choosing a new password with a mailed code. Pure.

import type { SignInRefusal } from '../identity.ts'

export const resetMs = 15 * 60_000
/** Some 40 bits; five may be tried. */
export const resetCodeLength = 8
export const resetAttemptsMax = 5

export const resetCodeInvalid: SignInRefusal = {
  status: 400,
  code: 'EMAIL_CODE_INVALID',
  message: 'This code is wrong, used up or too old. Please have a new one sent.',
}

/** As people type what they read. */
export function cleanResetCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toLowerCase()
}
