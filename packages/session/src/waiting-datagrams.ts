// Datagrams that wait for room on the way. They are of use now or never: what has waited for long is dropped, and so is
// what comes when too many wait.

/** What comes later than this, an application would rather not have. */
const ageMsMax = 25
/** As much as comes in that time from the fastest of applications. */
const bytesMax = 1_048_576

interface Waiting {
  readonly frame: Uint8Array
  readonly sinceMs: number
}

export class WaitingDatagrams {
  readonly #nowMs: () => number
  #all: Waiting[] = []
  /** Those before it were taken. */
  #next = 0
  #bytes = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get isEmpty(): boolean {
    return this.#next === this.#all.length
  }

  /** False: dropped. */
  add(frame: Uint8Array): boolean {
    if (this.#bytes + frame.length > bytesMax) return false
    this.#all.push({ frame, sinceMs: this.#nowMs() })
    this.#bytes += frame.length
    return true
  }

  /** The oldest that is still of use. */
  take(): Uint8Array | undefined {
    for (let waiting = this.#shift(); waiting !== undefined; waiting = this.#shift()) {
      if (this.#nowMs() - waiting.sinceMs <= ageMsMax) return waiting.frame
    }
    return undefined
  }

  clear(): void {
    this.#all = []
    this.#next = 0
    this.#bytes = 0
  }

  #shift(): Waiting | undefined {
    const waiting = this.#all[this.#next]
    if (waiting === undefined) {
      this.clear()
      return undefined
    }
    this.#next += 1
    this.#bytes -= waiting.frame.length
    return waiting
  }
}
