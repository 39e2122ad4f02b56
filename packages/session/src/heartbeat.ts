// Asks the other end whether it is there: it must greet in time, and answer. Measures the round trip.

import { Silence, type SilenceLimits } from './silence.ts'

export interface HeartbeatLimits extends SilenceLimits {
  readonly helloTimeoutMs: number
}

export interface HeartbeatActions {
  readonly send: (nonce: bigint) => void
  readonly hasGreeted: () => boolean
  readonly onMeasured: (roundTripMs: number) => void
  /** It did not greet, or nothing has come for silenceMsMax. */
  readonly onDead: (message: string) => void
  /** A question was not answered in answerMsMax; and something has come after all. */
  readonly onSilent: () => void
  readonly onHeard: () => void
}

/** Until it has been measured. */
const roundTripMsGuess = 50
/** Pings on the way at once. */
const pingsMax = 16

export class Heartbeat {
  readonly silence: Silence
  readonly #actions: HeartbeatActions
  readonly #pings = new Map<bigint, { readonly sentAtMs: number; readonly answered: PromiseWithResolvers<number> }>()
  readonly #helloTimer: NodeJS.Timeout
  #nonceLast = 0n
  #isStopped = false
  #roundTripMs: number | undefined
  /** Earlier pings went another way. */
  #countsFromMs = 0

  constructor(limits: HeartbeatLimits, actions: HeartbeatActions) {
    this.#actions = actions
    this.#helloTimer = setTimeout(() => {
      if (!actions.hasGreeted()) actions.onDead(`no greeting came within ${limits.helloTimeoutMs} ms`)
    }, limits.helloTimeoutMs)
    this.silence = new Silence(limits, {
      ask: () => this.#send(),
      onSilent: actions.onSilent,
      onHeard: actions.onHeard,
      onDead: (silentMs) => actions.onDead(`nothing has come for ${silentMs} ms`),
    })
  }

  /** The shortest so far: what a ping waits behind other bytes is no distance. */
  get roundTripMs(): number {
    return this.#roundTripMs ?? roundTripMsGuess
  }

  /** Undefined until it has been measured on the link that carries now. */
  get measuredMs(): number | undefined {
    return this.#roundTripMs
  }

  greeted(): void {
    clearTimeout(this.#helloTimer)
    this.#send()
  }

  /** The way is another one from now on, or there is none. */
  wayChanged(isThere: boolean): void {
    this.#roundTripMs = undefined
    this.#countsFromMs = performance.now()
    if (!isThere) return this.silence.rest()
    this.silence.watch()
    if (this.#actions.hasGreeted()) this.#send()
  }

  ping(): Promise<number> {
    if (this.#isStopped) return Promise.reject(new Error('the session has ended'))
    return this.#send()?.answered.promise ?? Promise.reject(new Error('too many pings are on their way'))
  }

  /** False for a pong that answers no ping. */
  pong(nonce: bigint): boolean {
    const ping = this.#pings.get(nonce)
    if (ping === undefined) return false
    this.#pings.delete(nonce)
    const roundTripMs = performance.now() - ping.sentAtMs
    if (ping.sentAtMs >= this.#countsFromMs) {
      this.#roundTripMs = Math.min(this.#roundTripMs ?? Infinity, roundTripMs)
      this.#actions.onMeasured(roundTripMs)
    }
    ping.answered.resolve(roundTripMs)
    return true
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#helloTimer)
    this.silence.rest()
    for (const ping of this.#pings.values()) ping.answered.reject(new Error('the session ended'))
    this.#pings.clear()
  }

  #send() {
    if (this.#pings.size >= pingsMax) return undefined
    this.#nonceLast += 1n
    const ping = { sentAtMs: performance.now(), answered: Promise.withResolvers<number>() }
    ping.answered.promise.catch(() => undefined) // whoever awaits it learns of the end; nobody has to
    this.#pings.set(this.#nonceLast, ping)
    this.#actions.send(this.#nonceLast)
    return ping
  }
}
