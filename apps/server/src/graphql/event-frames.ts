// Answers on their way to those who asked alike: made into bytes once for all of them, one by one or in batches.

export interface EventSubscriber {
  /** Several answers in one frame, some time later, instead of a frame for each. */
  readonly wantsBatches: boolean
  /** A text, as it goes to the client. Others have it, too: it is not to be written to. */
  deliver(frame: Uint8Array): void
  /** The group fell too far behind: what comes next would not be complete. */
  overrun(): void
}

const batchMs = 200
const batchLengthMax = 500

export class EventFrames implements Disposable {
  readonly #singles = new Set<EventSubscriber>()
  readonly #batchers = new Set<EventSubscriber>()
  /** Answers that wait for company. */
  #batch: string[] = []
  #timer: NodeJS.Timeout | undefined

  get isEmpty(): boolean {
    return this.#singles.size + this.#batchers.size === 0
  }

  add(subscriber: EventSubscriber): void {
    // What happened before it came is for the others alone.
    this.#flush()
    const peers = subscriber.wantsBatches ? this.#batchers : this.#singles
    peers.add(subscriber)
  }

  delete(subscriber: EventSubscriber): void {
    this.#singles.delete(subscriber)
    this.#batchers.delete(subscriber)
  }

  /** Answers as JSON, in their order. */
  tell(texts: readonly string[]): void {
    if (this.#singles.size > 0) for (const text of texts) sendTo(this.#singles, text)
    if (this.#batchers.size === 0) return
    this.#batch.push(...texts)
    // What comes after a silence leaves at once; what follows soon waits for company.
    if (this.#timer === undefined || this.#batch.length >= batchLengthMax) this.#flush()
  }

  overrun(): void {
    for (const subscriber of [...this.#singles, ...this.#batchers]) subscriber.overrun()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#batch = []
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#batch.length === 0) return
    sendTo(this.#batchers, `{"events":[${this.#batch.join(',')}]}`)
    this.#batch = []
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#flush()
    }, batchMs)
  }
}

function sendTo(subscribers: Iterable<EventSubscriber>, text: string): void {
  const frame = Buffer.from(text)
  for (const subscriber of subscribers) subscriber.deliver(frame)
}
