// What guessing codes, and having codes sent, may cost. Counted in the database, so that a restart forgives nothing.

import type { Budget, Budgets } from '#platform/budgets'

const hour = 3600
const day = 24 * hour

/** `smsDailyMax`: text messages of all people together, in a day. */
export function factorBudgets(smsDailyMax: number) {
  return {
    /** Codes tried for one account: those of second factors. */
    'factor-account': { points: 10, seconds: hour / 4 },
    /** Six digits are guessed within a day with a chance of one in some thousands. */
    'factor-account-day': { points: 50, seconds: day },
    /** Looks at a sign-in that waits. */
    'challenge-account': { points: 100, seconds: hour / 4 },
    /** Text messages to one person. */
    'sms-user': { points: 6, seconds: hour },
    /** Those that verify one number: not all who give it have it. */
    'sms-number': { points: 5, seconds: day },
    /** Those that verify numbers, of all people: whoever wastes them leaves the others enough to sign in with. */
    'sms-numbers': { points: Math.ceil(smsDailyMax / 2), seconds: day },
    'sms-all': { points: smsDailyMax, seconds: day },
    /** Recoveries begun, and codes for them tried, from one address. */
    'recovery-address': { points: 30, seconds: hour },
    /**
     * Recoveries begun for one account, or for an address that nobody has; each may be answered five times. And those
     * that one peer may begin: the others are for the owner.
     */
    'recovery-account': { points: 20, seconds: hour },
    'recovery-here': { points: 5, seconds: hour },
  } as const satisfies Record<string, Budget>
}

export type FactorGuard = Budgets<keyof ReturnType<typeof factorBudgets>>
