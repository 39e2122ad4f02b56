// Keeps this window's session alive: sends its calls, and renews the access cookie when the server no longer takes it.

import { afterRefusal, afterRenewal, trusted, type Credential } from './credential-rule.ts'

/** `refused`: there is no session any more. */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable'

export interface Keeper {
  /** As `fetch`. A call whose cookie had run out is sent once more with a renewed one, unseen by the caller. */
  send(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
  /** As `send`, for calls that are refused for other reasons too: `isRefused` tells which answers are about the cookie. */
  sendUnless(
    isRefused: (response: Response) => Promise<boolean>,
    input: RequestInfo | URL,
    init?: RequestInit,
  ): Promise<Response>
  /** All who ask while one renewal is under way share it. */
  renew(): Promise<RenewalOutcome>
  /** A socket was refused: renews by the same rule as for calls. False when the session is lost. */
  afterSocketRefusal(): Promise<boolean>
  /** Another session begins, or none: what was counted is about the last one. */
  reset(): void
  /** The session is lost. */
  onLost(listener: () => void): void
  /** After a wait the credential was renewed: what was refused may be asked again. */
  onRenewed(listener: () => void): void
}

export interface KeeperMeans {
  fetch: typeof fetch
  /** `sinceMs`: when the call was sent that was refused; a renewal after it, by whichever tab, will do. */
  renew: (sinceMs: number) => Promise<RenewalOutcome>
  now: () => number
}

export const isRefusedStatus = (response: Response) => Promise.resolve([401, 403].includes(response.status))

export function createKeeper(means: KeeperMeans): Keeper {
  const lostListeners = new Set<() => void>()
  const renewedListeners = new Set<() => void>()
  let credential: Credential = trusted
  let renewal: Promise<RenewalOutcome> | undefined
  let recoveryTimer: ReturnType<typeof setTimeout> | undefined
  /** Counts sessions, so that what is still under way for an earlier one changes nothing for this one. */
  let sessionNumber = 0

  return {
    send: (input, init) => sendUnless(isRefusedStatus, input, init),
    sendUnless,
    renew: () => renewSince(means.now()),
    afterSocketRefusal,
    reset,
    onLost: (listener) => void lostListeners.add(listener),
    onRenewed: (listener) => void renewedListeners.add(listener),
  }

  async function sendUnless(
    isRefused: (response: Response) => Promise<boolean>,
    input: RequestInfo | URL,
    init?: RequestInit,
  ): Promise<Response> {
    const session = sessionNumber
    const sentMs = means.now()
    const first = await means.fetch(input, init)
    if (!(await isRefused(first))) return heard(first, session)
    if (session !== sessionNumber || !(await recover(sentMs))) return first
    const second = await means.fetch(input, init)
    if (!(await isRefused(second))) return heard(second, session)
    if (session === sessionNumber) await recover(means.now())
    return second
  }

  function heard(response: Response, session: number): Response {
    if (response.ok && session === sessionNumber) forgetRefusals()
    return response
  }

  /** True when the call may be sent again at once. */
  async function recover(sinceMs: number): Promise<boolean> {
    const step = afterRefusal(credential)
    switch (step.next) {
      case 'renew-at-once':
        return (await renewSince(sinceMs)) === 'renewed'
      case 'wait-and-renew':
        // The calls of one page are refused together: that counts once.
        if (recoveryTimer !== undefined) return false
        credential = step.credential
        recoveryTimer = setTimeout(() => void renewAfterWait(), step.waitMs)
        return false
      case 'sign-out':
        lose()
        return false
    }
  }

  async function renewAfterWait(): Promise<void> {
    recoveryTimer = undefined
    if ((await renewSince(means.now())) === 'renewed') for (const listener of renewedListeners) listener()
  }

  async function afterSocketRefusal(): Promise<boolean> {
    const session = sessionNumber
    await recover(means.now())
    return session === sessionNumber
  }

  function renewSince(sinceMs: number): Promise<RenewalOutcome> {
    renewal ??= renewOnce(sinceMs).finally(() => (renewal = undefined))
    return renewal
  }

  async function renewOnce(sinceMs: number): Promise<RenewalOutcome> {
    const session = sessionNumber
    const outcome = await means.renew(sinceMs)
    if (session !== sessionNumber) return outcome
    if (outcome === 'renewed') credential = afterRenewal(credential)
    if (outcome === 'refused') lose()
    return outcome
  }

  function lose(): void {
    reset()
    for (const listener of lostListeners) listener()
  }

  function reset(): void {
    sessionNumber += 1
    forgetRefusals()
  }

  function forgetRefusals(): void {
    credential = trusted
    clearTimeout(recoveryTimer)
    recoveryTimer = undefined
  }
}
