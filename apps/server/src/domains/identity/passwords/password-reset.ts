// Rules of choosing a new password with a mailed code. Pure.

import type { SignInRefusal } from '../identity.ts'

export const resetMs = 15 * 60_000
/** Of 31 letters: some 40 bits. */
export const resetCodeLength = 8
/**
 * Of one code, by whoever. So many guesses hit with a chance of one in eighty million, and take more addresses than somebody has
 * who only wants to keep the owner out: one address has few of them.
 */
export const resetAttemptsMax = 10_000

export const resetCodeInvalid: SignInRefusal = {
  status: 400,
  code: 'EMAIL_CODE_INVALID',
  message: 'This code is wrong, used up or too old. Please have a new one sent.',
}

/** As people type what they read. */
export function cleanResetCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toLowerCase()
}
