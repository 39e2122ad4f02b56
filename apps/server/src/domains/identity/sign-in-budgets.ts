// What guessing passwords and flooding mailboxes may cost, and how we say that it is enough.

import type { Budget, Budgets } from '#platform/budgets'
import type { SignInRefusal } from './identity.ts'

export const signInBudgets = {
  /** Wrong passwords for one account. */
  'password-account': { points: 10, seconds: 900 },
  /** The longer somebody goes on, the longer they wait. */
  'password-account-day': { points: 50, seconds: 86_400 },
  /** Wrong passwords from where the person is signed in. */
  'password-at-home': { points: 10, seconds: 900 },
  /** Sign-in attempts from one address, right or wrong. */
  'password-address': { points: 100, seconds: 900 },
  'sign-up-address': { points: 100, seconds: 3600 },
  /** Mails with a code for a new password, to one address; and those that one peer may ask for: the others are for its owner. */
  'reset-account': { points: 20, seconds: 3600 },
  'reset-here': { points: 5, seconds: 3600 },
  'reset-address': { points: 60, seconds: 3600 },
  /** Codes for a new password, tried from one address, and for one account from there: nobody uses up those of the owner. */
  'reset-try-here': { points: 10, seconds: 900 },
  'reset-try-address': { points: 60, seconds: 900 },
  /** Mails about sign-ins from somewhere new. */
  'notice-account': { points: 10, seconds: 86_400 },
  /** Another address for one account. */
  'change-email': { points: 10, seconds: 86_400 },
  /** Programs that want to be signed in, and how often they ask whether they are. */
  'device-code-address': { points: 60, seconds: 3600 },
  'device-token-address': { points: 3000, seconds: 3600 },
  /** Codes of programs, tried by one person. */
  'device-user-code': { points: 30, seconds: 900 },
  'deletion-account': { points: 3, seconds: 86_400 },
  /** Verification mails to one address. */
  'mail-account': { points: 5, seconds: 3600 },
  'mail-address': { points: 60, seconds: 3600 },
  /** Accounts that one person makes for others. */
  'invitation-sender': { points: 100, seconds: 3600 },
  /** Leaving for a provider, and coming back. */
  'provider-address': { points: 400, seconds: 900 },
  /** Passkeys that come from one address. Nobody guesses one: it bounds what checking them costs us. */
  'passkey-address': { points: 1000, seconds: 900 },
  /** Tokens of links, tried from one address. */
  'link-address': { points: 60, seconds: 900 },
} as const satisfies Record<string, Budget>

export type SignInGuard = Budgets<keyof typeof signInBudgets>

export function throttled(retryAfterSeconds: number): SignInRefusal {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
  return { status: 429, code: 'THROTTLED', message, retryAfterSeconds }
}
