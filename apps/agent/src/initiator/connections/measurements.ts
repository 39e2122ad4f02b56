// Bytes, round trip and loss of one connection over time: the last ones, in a ring.

import type { LocalSample } from '@farport/protocol'

/** An hour at one in five seconds. */
export const samplesMax = 720

export class Measurements {
  #samples: LocalSample[] = []
  #txBytes = 0
  #rxBytes = 0

  /** Bytes in all; kept is what came since the sample before. */
  add(measured: LocalSample): void {
    const { txBytes, rxBytes } = measured
    this.#samples.push({ ...measured, txBytes: txBytes - this.#txBytes, rxBytes: rxBytes - this.#rxBytes })
    if (this.#samples.length > samplesMax) this.#samples.shift()
    this.#txBytes = txBytes
    this.#rxBytes = rxBytes
  }

  /** Oldest first. */
  get all(): readonly LocalSample[] {
    return this.#samples
  }
}
