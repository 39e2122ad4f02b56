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
/** Whoever stands still looks so often, so many times: a relay that has fallen is back in a second or two. */
const urgentMs = 300
const urgentTriesMax = 20

export class RelayReach implements Disposable {
  readonly #options: RelayReachOptions
  readonly #backoff: Backoff
  #timer: NodeJS.Timeout | undefined
  /** When the next try is due, while it waits. */
  #dueAtMs = 0
  #urgentTries = 0
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
      this.#urgentTries = 0
      return this.#options.onWay(reached.value)
    }
    this.#wait(this.#backoff.next())
  }

  /** Nothing carries: the next try is made soon. */
  urge(): void {
    if (this.#timer === undefined || this.#urgentTries >= urgentTriesMax) return
    if (this.#dueAtMs - performance.now() <= urgentMs) return
    this.#urgentTries += 1
    this.#wait(Math.round(urgentMs * (0.5 + 0.5 * this.#options.random())))
  }

  /** The world has changed: what failed may not fail now. */
  hurry(): void {
    this.#urgentTries = 0
    this.#backoff.reset()
    if (this.#timer !== undefined) this.#ready()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #wait(waitMs: number): void {
    clearTimeout(this.#timer)
    this.#dueAtMs = performance.now() + waitMs
    this.#timer = setTimeout(() => this.#ready(), waitMs)
  }

  #ready(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#options.onReady()
  }
}
