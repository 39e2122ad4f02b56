// What time it is at the server, so that the facts of several relays can be put in order.

export class ServerClock {
  readonly #now: () => number
  #offsetMs: number | undefined
  #last = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** What the server's greeting said, late by the way that it came. Gives how wrong the moments before the first were. */
  set(serverTimeMs: number): number {
    const isFirst = this.#offsetMs === undefined
    this.#offsetMs = serverTimeMs - this.#now()
    return isFirst ? this.#offsetMs : 0
  }

  /** No earlier than what it said before, even when the clock of this machine is set back. */
  now(): number {
    this.#last = Math.max(this.#last, this.#now() + (this.#offsetMs ?? 0))
    return this.#last
  }
}
