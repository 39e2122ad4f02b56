// Many waits of one length behind one timer: thousands of sockets must not cost thousands of timers.

export interface DeadlinesOptions<Key> {
  afterMs: number
  onDue: (key: Key) => void
  /** Milliseconds on any clock that only goes forward. */
  now: () => number
}

export class Deadlines<Key> implements Disposable {
  readonly #options: DeadlinesOptions<Key>
  /** In the order in which they fall due, because all wait equally long. */
  readonly #dueAt = new Map<Key, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: DeadlinesOptions<Key>) {
    this.#options = options
  }

  get size(): number {
    return this.#dueAt.size
  }

  /** The key that has waited longest. */
  get oldest(): Key | undefined {
    return this.#dueAt.keys().next().value
  }

  has(key: Key): boolean {
    return this.#dueAt.has(key)
  }

  /** Begins the wait, or begins it anew. */
  start(key: Key): void {
    this.#dueAt.delete(key)
    this.#dueAt.set(key, this.#options.now() + this.#options.afterMs)
    this.#arm()
  }

  /** True when the key was waiting. */
  stop(key: Key): boolean {
    return this.#dueAt.delete(key)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#dueAt.clear()
  }

  #arm(): void {
    if (this.#timer !== undefined || this.#dueAt.size === 0) return
    const firstDueAt = this.#dueAt.values().next().value ?? 0
    this.#timer = setTimeout(() => this.#fire(), Math.max(1, firstDueAt - this.#options.now()))
    this.#timer.unref()
  }

  #fire(): void {
    this.#timer = undefined
    const now = this.#options.now()
    for (const [key, dueAt] of this.#dueAt) {
      if (dueAt > now) break
      this.#dueAt.delete(key)
      this.#options.onDue(key)
    }
    this.#arm()
  }
}
