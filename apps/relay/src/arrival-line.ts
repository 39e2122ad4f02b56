// Whoever arrives waits in line for a handshake. A few begin at each turn of the event loop, so that thousands who come at
// once hold up neither those who came before them nor the streams of everybody else.

export interface ArrivalLineOptions<Waiting> {
  /** So many begin at a turn. */
  perTurn: number
  /** One more may begin now. Who calls `next` says that this may have changed. */
  hasRoom: () => boolean
  begin: (waiting: Waiting) => void
}

export class ArrivalLine<Waiting> implements Disposable {
  readonly #options: ArrivalLineOptions<Waiting>
  readonly #waiting = new Set<Waiting>()
  #turn: NodeJS.Immediate | undefined

  constructor(options: ArrivalLineOptions<Waiting>) {
    this.#options = options
  }

  get size(): number {
    return this.#waiting.size
  }

  join(waiting: Waiting): void {
    this.#waiting.add(waiting)
    this.next()
  }

  /** Does nothing when it has begun already. */
  leave(waiting: Waiting): void {
    this.#waiting.delete(waiting)
  }

  next(): void {
    if (this.#turn === undefined && this.#waiting.size > 0 && this.#options.hasRoom())
      this.#turn = setImmediate(() => this.#beginSome())
  }

  [Symbol.dispose](): void {
    clearImmediate(this.#turn)
    this.#waiting.clear()
  }

  #beginSome(): void {
    this.#turn = undefined
    let begun = 0
    for (const waiting of this.#waiting) {
      if (begun === this.#options.perTurn || !this.#options.hasRoom()) break
      this.#waiting.delete(waiting)
      this.#options.begin(waiting)
      begun += 1
    }
    this.next()
  }
}
