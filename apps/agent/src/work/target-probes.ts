// Tells whether something listens on a place, when the server asks. Never often: this agent is no port scanner.

import type { ProbeResult } from '@farport/protocol'
import { connectTcp } from '@farport/transport'
import { probeAnswer, type TargetPlace } from './target-rules.ts'

export interface TargetProbesOptions {
  readonly limits: {
    /** At once, and within a minute: one more is answered as busy. */
    readonly probesMax: number
    readonly probesPerMinuteMax: number
    readonly probeTimeoutMs: number
  }
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number
}

export interface ProbeAnswer {
  readonly result: ProbeResult
  readonly message?: string
}

const minuteMs = 60_000
const busy: ProbeAnswer = { result: 'busy', message: 'The device is asked too often. Please try again in a minute.' }

export class TargetProbes {
  readonly #options: TargetProbesOptions
  /** When those of the last minute began. */
  #begunAtMs: readonly number[] = []
  #running = 0

  constructor(options: TargetProbesOptions) {
    this.#options = options
  }

  async probe(place: TargetPlace): Promise<ProbeAnswer> {
    const { limits, now } = this.#options
    const nowMs = now()
    this.#begunAtMs = this.#begunAtMs.filter((atMs) => nowMs - atMs < minuteMs)
    if (this.#running >= limits.probesMax || this.#begunAtMs.length >= limits.probesPerMinuteMax) return busy
    this.#begunAtMs = [...this.#begunAtMs, nowMs]
    this.#running += 1
    try {
      const socket = await connectTcp(place, limits.probeTimeoutMs)
      if (socket.ok) socket.value.destroy()
      return probeAnswer(place, socket.ok ? undefined : socket.refusal)
    } finally {
      this.#running -= 1
    }
  }
}
