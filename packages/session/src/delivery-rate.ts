// How much a way carries: the most that was acknowledged in a millisecond, of late. The highest counts, for what was sent
// may have been less than what could be carried.

/** Of so many distances, and of so long at least. */
const distancesKept = 8
const keptMsMin = 200
/** Beyond, lower ones are not kept: the highest is forgotten a little earlier for it. */
const samplesMax = 256
/** The clock and the system know nothing shorter. */
const tookMsMin = 0.05

interface Sample {
  readonly atMs: number
  readonly bytesPerMs: number
}

export class DeliveryRate {
  /** Each lower than the one before it: the first is the highest, and the others may become so when it is too old. */
  #samples: Sample[] = []

  /** Bytes in a millisecond; 0 before anything was acknowledged. */
  get highest(): number {
    return this.#samples[0]?.bytesPerMs ?? 0
  }

  /** So many bytes were acknowledged in this time. */
  delivered(byteCount: number, { tookMs, nowMs, distanceMs }: Record<'tookMs' | 'nowMs' | 'distanceMs', number>): void {
    const bytesPerMs = byteCount / Math.max(tookMs, tookMsMin)
    while ((this.#samples.at(-1)?.bytesPerMs ?? Infinity) <= bytesPerMs) this.#samples.pop()
    if (this.#samples.length < samplesMax) this.#samples.push({ atMs: nowMs, bytesPerMs })
    const sinceMs = nowMs - Math.max(distancesKept * distanceMs, keptMsMin)
    while ((this.#samples[0]?.atMs ?? Infinity) < sinceMs) this.#samples.shift()
  }

  forget(): void {
    this.#samples = []
  }
}
