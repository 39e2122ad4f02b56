// A first-in, first-out queue with a limit. What does not fit is refused, never silently dropped.

export class BoundedQueue<Item> {
  readonly lengthMax: number
  #items: Item[] = []
  #head = 0

  constructor(lengthMax: number) {
    this.lengthMax = lengthMax
  }

  get length(): number {
    return this.#items.length - this.#head
  }

  /** False when the queue is full: the item was not taken. */
  push(item: Item): boolean {
    if (this.length >= this.lengthMax) return false
    this.#items.push(item)
    return true
  }

  shift(): Item | undefined {
    if (this.length === 0) return undefined
    const item = this.#items[this.#head]
    this.#head += 1
    this.#compact()
    return item
  }

  /** Takes out up to so many, oldest first. */
  take(countMax: number): Item[] {
    const items = this.#items.slice(this.#head, this.#head + countMax)
    this.#head += items.length
    this.#compact()
    return items
  }

  /** Takes everything out at once, oldest first. */
  drain(): Item[] {
    const items = this.#items.slice(this.#head)
    this.#items = []
    this.#head = 0
    return items
  }

  /** Lets go of what has been taken, when it is most of what is held. */
  #compact(): void {
    if (this.#head <= 1024 || this.#head * 2 <= this.#items.length) return
    this.#items = this.#items.slice(this.#head)
    this.#head = 0
  }
}
