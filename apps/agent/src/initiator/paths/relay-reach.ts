// Reaches for relayed links, one at a time, and not too often when none can be had.

import { createBackoff, type Backoff, type Result } from '@farport/basics'
import type { Way } from './way.ts'

export interface RelayReachOptions {
  /** Refused with a sentence. */
  readonly reachRelay: () => Promise<Result<Way, string>>
  readonly random: () => number
  /** It belongs to whoever is told. */
  readonly onWay: (way: Way) => void
  /** The next try may be made. */
  readonly onReady: () => void
}

const againMsFirst = 200
const againMsMax = 3000

export class RelayReach implements Disposable {
  readonly #options: RelayReachOptions
  readonly #backoff: Backoff
  #timer: NodeJS.Timeout | undefined
  #isReaching = false
  #isOver = false
  #refusal: string | undefined

  constructor(options: RelayReachOptions) {
    this.#options = options
    this.#backoff = createBackoff({ delayMsFirst: againMsFirst, delayMsMax: againMsMax, random: options.random })
  }

  /** One is on its way, or the next try has to wait. */
  get isBusy(): boolean {
    return this.#isReaching || this.#timer !== undefined
  }

  /** Why the last try failed; undefined when it did not. */
  get refusal(): string | undefined {
    return this.#refusal
  }

  async reach(): Promise<void> {
    this.#isReaching = true
    const reached = await this.#options.reachRelay()
    this.#isReaching = false
    if (this.#isOver) return reached.ok ? reached.value.link.destroy() : undefined
    this.#refusal = reached.ok ? undefined : reached.refusal
    if (reached.ok) {
      this.#backoff.reset()
      return this.#options.onWay(reached.value)
    }
    this.#timer = setTimeout(() => this.#ready(), this.#backoff.next())
  }

  /** The world has changed: what failed may not fail now. */
  hurry(): void {
    this.#backoff.reset()
    if (this.#timer !== undefined) this.#ready()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #ready(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#options.onReady()
  }
}
