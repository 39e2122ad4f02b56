// The shortest of what was measured in the last seconds: a way may have become longer.

const keptMs = 10_000

export class ShortestOfLate {
  readonly #nowMs: () => number
  #before = Infinity
  #now = Infinity
  #sinceMs = -Infinity

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** With this one. Those of the last ten seconds count, and some that are up to twice as old. */
  shortest(measured: number): number {
    const nowMs = this.#nowMs()
    if (nowMs - this.#sinceMs >= keptMs) {
      this.#before = this.#now
      this.#now = Infinity
      this.#sinceMs = nowMs
    }
    this.#now = Math.min(this.#now, measured)
    return Math.min(this.#before, this.#now)
  }
}
