// Waits that end early: for a change that somebody tells, or for somebody who cannot wait.

/** Those who wait until something changes. */
export class Changes {
  readonly #waiting = new Set<() => void>()

  tell(): void {
    for (const wake of this.#waiting) wake()
  }

  /** Resolves at the next change, or after the time. */
  async next(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    this.#waiting.add(resolve)
    await promise
    this.#waiting.delete(resolve)
    clearTimeout(timer)
  }
}

/** A pause between two tries, which somebody may cut short, but never to less than `leastMs`. */
export class Pause {
  readonly #leastMs: number
  #wake: (() => void) | undefined

  constructor(leastMs: number) {
    this.#leastMs = leastMs
  }

  async wait(timeMs: number): Promise<void> {
    const startedAtMs = performance.now()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeMs)
    let early: NodeJS.Timeout | undefined
    this.#wake = () => {
      early ??= setTimeout(resolve, Math.max(0, startedAtMs + this.#leastMs - performance.now()))
    }
    await promise
    clearTimeout(timer)
    clearTimeout(early)
    this.#wake = undefined
  }

  cutShort(): void {
    this.#wake?.()
  }
}
