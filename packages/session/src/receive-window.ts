// How much a stream's other end may send ahead of its reader. Offsets are absolute, so a window that was announced once
// is never taken back; it only stops moving when the reader does.

import type { WindowBudget } from './window-budget.ts'

export interface ReceiveWindowOptions {
  readonly budget: WindowBudget
  readonly bytesFirst: number
  readonly bytesMin: number
  readonly bytesMax: number
}

export class ReceiveWindow {
  readonly #options: ReceiveWindowOptions
  #bytes: number
  #received = 0
  #consumed = 0
  /** Up to here the other end may send. */
  #limit: number
  #announcedAtMs = -Infinity

  constructor(options: ReceiveWindowOptions) {
    this.#options = options
    const { budget, bytesFirst, bytesMin } = options
    this.#bytes = budget.take(bytesFirst - bytesMin) ? bytesFirst : bytesMin
    this.#limit = this.#bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get received(): number {
    return this.#received
  }

  get consumed(): number {
    return this.#consumed
  }

  /** False when the other end had no room for so many. */
  receive(byteCount: number): boolean {
    if (this.#received + byteCount > this.#limit) return false
    this.#received += byteCount
    return true
  }

  /**
   * Whether the window should be announced again: when half of it is used up. It grows when that half went by within
   * two round trips, for then the sender waits for room more than for its reader.
   */
  consume(byteCount: number, nowMs: () => number, roundTripMs: number): boolean {
    this.#consumed += byteCount
    if (this.#consumed > this.#received) throw new RangeError('more was consumed than had come')
    if (this.#limit - this.#consumed > this.#bytes / 2) return false
    const atMs = nowMs()
    if (atMs - this.#announcedAtMs < 2 * roundTripMs) this.#grow()
    this.#announcedAtMs = atMs
    this.#limit = this.#consumed + this.#bytes
    return true
  }

  /** The stream is over: its share of the budget is free. */
  release(): void {
    this.#options.budget.give(this.#bytes - this.#options.bytesMin)
    this.#bytes = this.#options.bytesMin
  }

  #grow(): void {
    const more = Math.min(this.#bytes, this.#options.bytesMax - this.#bytes)
    if (more > 0 && this.#options.budget.take(more)) this.#bytes += more
  }
}
