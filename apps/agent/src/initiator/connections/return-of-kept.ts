// Brings back what the program before this one had open: asks the server for tickets, and binds the same ports. What cannot
// come back just now is tried again until its ticket would have ended, and so has the connection.

import { createBackoff } from '@farport/basics'
import type { KeptConnection } from './kept-connection.ts'

export interface ReturnOptions {
  readonly kept: readonly KeptConnection[]
  readonly bringBack: (kept: KeptConnection) => Promise<'open' | 'over' | 'later'>
  readonly now: () => number
  readonly random: () => number
  /** One less waits. */
  readonly onSettled: () => void
}

/** The life of a ticket: a connection that nobody renews is over by then. */
const giveUpMs = 10 * 60_000
const againMsFirst = 500
const againMsMax = 10_000
/** Asked for at once. */
const batchMax = 16

export class ReturnOfKept implements Disposable {
  readonly #options: ReturnOptions
  readonly #untilMs: number
  readonly #backoff
  #waiting: readonly KeptConnection[]
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(options: ReturnOptions) {
    this.#options = options
    this.#waiting = options.kept
    this.#untilMs = options.now() + giveUpMs
    this.#backoff = createBackoff({ delayMsFirst: againMsFirst, delayMsMax: againMsMax, random: options.random })
    void this.#tryAll()
  }

  get waiting(): readonly KeptConnection[] {
    return this.#waiting
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #tryAll(): Promise<void> {
    const { now } = this.#options
    const wanted = this.#waiting
    for (let index = 0; index < wanted.length && !this.#isOver; index += batchMax) {
      await Promise.all(wanted.slice(index, index + batchMax).map((kept) => this.#try(kept)))
    }
    if (this.#isOver || this.#waiting.length === 0) return
    if (now() < this.#untilMs) this.#timer = setTimeout(() => void this.#tryAll(), this.#backoff.next())
    else for (const kept of this.#waiting) this.#settle(kept)
  }

  async #try(kept: KeptConnection): Promise<void> {
    const outcome = await this.#options.bringBack(kept)
    if (outcome !== 'later' && !this.#isOver) this.#settle(kept)
  }

  #settle(kept: KeptConnection): void {
    this.#waiting = this.#waiting.filter((each) => each !== kept)
    this.#options.onSettled()
  }
}
