// Work that is done one piece after the other, in the order it came, with word of when too much is waiting.

export interface WorkLineOptions {
  /** At this length no more should come; what still comes is taken. */
  lengthMax: number
  onFull: () => void
  /** Half of it is free again. */
  onRoom: () => void
  /** A piece failed: it was the last, what waited behind it is not done. */
  onFault: (error: unknown) => void
}

export class WorkLine {
  readonly #options: WorkLineOptions
  #last: Promise<void> = Promise.resolve()
  #length = 0
  #isFull = false
  #hasFailed = false

  constructor(options: WorkLineOptions) {
    this.#options = options
  }

  add(work: () => Promise<void>): void {
    this.#length += 1
    if (!this.#isFull && this.#length >= this.#options.lengthMax) {
      this.#isFull = true
      this.#options.onFull()
    }
    this.#last = this.#last.then(() => this.#do(work))
  }

  /** Resolves when all that was added is done. */
  idle(): Promise<void> {
    return this.#last
  }

  async #do(work: () => Promise<void>): Promise<void> {
    try {
      if (!this.#hasFailed) await work()
    } catch (error) {
      this.#hasFailed = true
      this.#options.onFault(error)
    }
    this.#length -= 1
    if (this.#isFull && this.#length <= this.#options.lengthMax / 2) {
      this.#isFull = false
      this.#options.onRoom()
    }
  }
}
