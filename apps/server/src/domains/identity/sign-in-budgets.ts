// What guessing passwords and flooding mailboxes may cost, and how we say that it is enough.

import type { Budget, Budgets } from '#platform/budgets'
import type { SignInRefusal } from './identity.ts'

export const signInBudgets = {
  /** Wrong passwords for one account. */
  'password-account': { points: 10, seconds: 900 },
  /** Sign-in attempts from one address, right or wrong. */
  'password-address': { points: 100, seconds: 900 },
  'sign-up-address': { points: 100, seconds: 3600 },
  /** Verification mails to one address. */
  'mail-account': { points: 5, seconds: 3600 },
  'mail-address': { points: 60, seconds: 3600 },
  /** Accounts that one person makes for others. */
  'invitation-sender': { points: 100, seconds: 3600 },
  /** Tokens of links, tried from one address. */
  'link-address': { points: 60, seconds: 900 },
} as const satisfies Record<string, Budget>

export type SignInGuard = Budgets<keyof typeof signInBudgets>

export function throttled(retryAfterSeconds: number): SignInRefusal {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
  return { status: 429, code: 'THROTTLED', message, retryAfterSeconds }
}
