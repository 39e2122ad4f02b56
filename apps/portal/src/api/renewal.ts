// Exchanges the refresh cookie for new cookies: one window at a time, since each is good for one exchange.

import type { RenewalOutcome } from './keeper.ts'

const renewedAtKey = 'session-renewed-at'
const lockName = 'session-renewal'

export interface RenewalMeans {
  /** Browsers have it in secure contexts only. Without it the server forgives two windows that renew at once. */
  locks: LockManager | undefined
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  fetch?: typeof fetch
}

/** Answers without asking when another window has renewed since the moment given, or is about to. */
export function createRenewal(means: RenewalMeans): (sinceMs: number) => Promise<RenewalOutcome> {
  const { locks, storage, now } = means
  return async (sinceMs) => {
    const renew = async () => (renewedAtMs() >= sinceMs ? 'renewed' : exchange())
    if (locks === undefined) return renew()
    const outcome = await locks.request(lockName, { ifAvailable: true }, (lock) =>
      lock === null ? undefined : renew(),
    )
    // Another window is at it. What it writes down may reach this one late: whether it went well, the next call shows.
    return outcome ?? locks.request(lockName, () => 'renewed' as const)
  }

  async function exchange(): Promise<RenewalOutcome> {
    const send = means.fetch ?? fetch
    const response = await send('/auth/v1/token', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      // Without an answer the lock would be held from every window.
      signal: AbortSignal.timeout(renewalMsMax),
    }).catch(() => undefined)
    if (response?.ok === true) {
      storage.setItem(renewedAtKey, String(now()))
      return 'renewed'
    }
    const isRefused = response !== undefined && [400, 401, 403].includes(response.status)
    return isRefused ? 'refused' : 'unreachable'
  }

  function renewedAtMs(): number {
    const ms = Number(storage.getItem(renewedAtKey) ?? Number.NaN)
    // A clock that was set back must not keep this window from renewing.
    return ms <= now() ? ms : Number.NaN
  }
}

const renewalMsMax = 15_000
