// What trying out access keys may cost. Good signatures cost nothing, so that a busy script is never slowed down.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { Budget, Budgets, Exhausted } from '#platform/budgets'
import type { Clock } from '#platform/clock'

export const signatureBudgets = {
  /** Wrong signatures from one address. */
  'signature-address': { points: 100, seconds: 900 },
  /** Wrong signatures with one key, from wherever. */
  'signature-key': { points: 100, seconds: 900 },
} as const satisfies Record<string, Budget>

export interface Attempt {
  source: string
  keyId: string
}

export interface SignatureGuard {
  /** Refused while the address, or the address with this key, has to wait. */
  admit(attempt: Attempt): Result<undefined, Exhausted>
  /** A wrong signature. When a budget is used up by it, its address has to wait from now on. */
  spend(attempt: Attempt): Promise<void>
}

/** Addresses that wait, of a million that may be tried. At the limit the one that waits longest is let in again. */
const waitingMax = 10_000

export function createSignatureGuard(budgets: Budgets<keyof typeof signatureBudgets>, clock: Clock): SignatureGuard {
  const waitingUntilMs = new Map<string, number>()

  function wait(who: string, { retryAfterSeconds }: Exhausted): void {
    const [longest] = waitingUntilMs.keys()
    if (waitingUntilMs.size >= waitingMax && longest !== undefined) waitingUntilMs.delete(longest)
    waitingUntilMs.set(who, clock.now() + retryAfterSeconds * 1000)
  }

  return {
    admit(attempt) {
      for (const who of [attempt.source, withKey(attempt)]) {
        const waitMs = (waitingUntilMs.get(who) ?? 0) - clock.now()
        if (waitMs > 0) return refuse({ retryAfterSeconds: Math.ceil(waitMs / 1000) })
        waitingUntilMs.delete(who)
      }
      return accept(undefined)
    },
    async spend(attempt) {
      const address = await budgets.spend(['signature-address', attempt.source])
      if (!address.ok) wait(attempt.source, address.refusal)
      // Only addresses that were wrong wait: nobody else can lock the owner of a key out.
      const key = await budgets.spend(['signature-key', attempt.keyId])
      if (!key.ok) wait(withKey(attempt), key.refusal)
    },
  }
}

export function throttledCalls(retryAfterSeconds: number): Refusal {
  const message =
    'API request failure. Your API usage has been throttled. Check the usage on your account and if issues persist please contact support.'
  return { code: 'THROTTLED', message, retryAfterSeconds }
}

const withKey = ({ source, keyId }: Attempt): string => `${keyId} ${source}`
