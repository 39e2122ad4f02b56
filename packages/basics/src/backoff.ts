// How long to wait before trying again: doubling, shaken, bounded.

export interface BackoffOptions {
  /** The first wait, before shaking. */
  delayMsFirst: number
  /** No wait is longer than this. */
  delayMsMax: number
  /** Gives numbers in [0, 1). */
  random: () => number
}

export interface Backoff {
  /** The next wait, in milliseconds: between half and all of the doubled delay. */
  next(): number
  /** Forgets the failures: the next wait is the first again. */
  reset(): void
}

/** Half of each wait is fixed and half is random, so that a fleet that fell together does not return together. */
export function createBackoff({ delayMsFirst, delayMsMax, random }: BackoffOptions): Backoff {
  let failures = 0
  return {
    next() {
      const delayMs = Math.min(delayMsMax, delayMsFirst * 2 ** Math.min(failures, 30))
      failures += 1
      return Math.round(delayMs / 2 + (delayMs / 2) * random())
    },
    reset() {
      failures = 0
    },
  }
}
