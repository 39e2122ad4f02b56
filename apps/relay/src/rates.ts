// How often strangers may ask, each by itself: so many at once, and from then on so many a second.

export interface RatesOptions {
  perSecond: number
  burst: number
  /** One more forgets who has asked least lately, who then may begin anew. */
  askersMax: number
  /** Milliseconds on a clock that only goes forward. */
  now: () => number
}

interface Asker {
  /** Left at `atMs`. */
  count: number
  atMs: number
}

export class Rates {
  readonly #options: RatesOptions
  /** Who asked last is the last. */
  readonly #askers = new Map<string, Asker>()

  constructor(options: RatesOptions) {
    this.#options = options
  }

  /** Counts this one. False: it is too much. */
  mayAsk(key: string): boolean {
    const { perSecond, burst, askersMax, now } = this.#options
    const nowMs = now()
    const asker = this.#askers.get(key) ?? { count: burst, atMs: nowMs }
    const grown = Math.max(0, nowMs - asker.atMs) * (perSecond / 1000)
    asker.count = Math.min(burst, asker.count + grown)
    asker.atMs = nowMs
    this.#askers.delete(key)
    if (this.#askers.size >= askersMax) this.#forgetOldest()
    this.#askers.set(key, asker)
    if (asker.count < 1) return false
    asker.count -= 1
    return true
  }

  #forgetOldest(): void {
    const oldest = this.#askers.keys().next().value
    if (oldest !== undefined) this.#askers.delete(oldest)
  }
}
