// Watches that the other end is there: it must greet in time, and never be silent for long. Measures the round trip.

export interface HeartbeatLimits {
  readonly helloTimeoutMs: number
  readonly pingIntervalMs: number
  readonly silenceMsMax: number
}

export interface HeartbeatActions {
  readonly send: (nonce: bigint) => void
  readonly hasGreeted: () => boolean
  readonly onSilent: (message: string) => void
}

/** Until it has been measured. */
const roundTripMsGuess = 50
/** Pings on the way at once. */
const pingsMax = 16

export class Heartbeat {
  readonly #limits: HeartbeatLimits
  readonly #actions: HeartbeatActions
  readonly #pings = new Map<bigint, { readonly sentAtMs: number; readonly answered: PromiseWithResolvers<number> }>()
  readonly #helloTimer: NodeJS.Timeout
  readonly #pingTimer: NodeJS.Timeout
  #nonceLast = 0n
  #hasHeard = false
  #isStopped = false
  #silentMs = 0
  #roundTripMs: number | undefined

  constructor(limits: HeartbeatLimits, actions: HeartbeatActions) {
    this.#limits = limits
    this.#actions = actions
    this.#helloTimer = setTimeout(() => {
      if (!actions.hasGreeted()) actions.onSilent(`no greeting came within ${limits.helloTimeoutMs} ms`)
    }, limits.helloTimeoutMs)
    this.#pingTimer = setInterval(() => this.#beat(), limits.pingIntervalMs)
    this.#pingTimer.unref()
  }

  /** The shortest so far: what a ping waits behind other bytes is no distance. */
  get roundTripMs(): number {
    return this.#roundTripMs ?? roundTripMsGuess
  }

  /** Bytes have come. */
  heard(): void {
    this.#hasHeard = true
  }

  greeted(): void {
    clearTimeout(this.#helloTimer)
    this.#send()
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
    this.#roundTripMs = Math.min(this.#roundTripMs ?? Infinity, roundTripMs)
    ping.answered.resolve(roundTripMs)
    return true
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#helloTimer)
    clearInterval(this.#pingTimer)
    for (const ping of this.#pings.values()) ping.answered.reject(new Error('the session ended'))
    this.#pings.clear()
  }

  #beat(): void {
    this.#silentMs = this.#hasHeard ? 0 : this.#silentMs + this.#limits.pingIntervalMs
    this.#hasHeard = false
    if (this.#silentMs >= this.#limits.silenceMsMax) this.#actions.onSilent(`nothing has come for ${this.#silentMs} ms`)
    else this.#send()
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
