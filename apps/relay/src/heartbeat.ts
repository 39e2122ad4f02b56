// Pings everyone once in each period, a slice of them at a time: one timer, and no moment when all are pinged.

export interface HeartbeatOptions<Pinged> {
  periodMs: number
  ping: (pinged: Pinged) => void
}

const slices = 20

export class Heartbeat<Pinged> implements Disposable {
  readonly #slices: Set<Pinged>[] = Array.from({ length: slices }, () => new Set<Pinged>())
  readonly #timer: NodeJS.Timeout
  readonly #sliceOf = new Map<Pinged, Set<Pinged>>()
  #next = 0

  constructor({ periodMs, ping }: HeartbeatOptions<Pinged>) {
    this.#timer = setInterval(() => {
      this.#next = (this.#next + 1) % slices
      for (const pinged of this.#slices[this.#next] ?? []) ping(pinged)
    }, periodMs / slices).unref()
  }

  /** Its first ping comes within one period. */
  add(pinged: Pinged): void {
    const slice = this.#slices.reduce((least, each) => (each.size < least.size ? each : least))
    slice.add(pinged)
    this.#sliceOf.set(pinged, slice)
  }

  delete(pinged: Pinged): void {
    this.#sliceOf.get(pinged)?.delete(pinged)
    this.#sliceOf.delete(pinged)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
