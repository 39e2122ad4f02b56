// A link that waits for its turn: probed soon while it is new, and from time to time later.

import type { PathKind } from '@farport/protocol'
import type { SpareLink } from '@farport/session'
import type { Link } from '@farport/transport'
import type { SpareFacts } from './path-policy.ts'

const probeTimeoutMs = 1500
/** Probes that a new link has to answer come without a pause. */
const probesAtOnce = 2
const probeEveryMs = 5000
const probeInDoubtMs = 250

export class Spare {
  readonly kind: PathKind
  readonly remote: string | undefined
  readonly #spare: SpareLink
  #answeredInRow = 0
  #missedInRow = 0
  #answeredAtMs: number | undefined
  #isProbing = false
  #probedAtMs = -Infinity

  constructor(way: { kind: PathKind; remote: string | undefined }, spare: SpareLink) {
    this.kind = way.kind
    this.remote = way.remote
    this.#spare = spare
  }

  /** Once, when it has closed without having been taken. */
  get lost(): Promise<void> {
    return this.#spare.lost
  }

  facts(): Omit<SpareFacts, 'id'> {
    return {
      kind: this.kind,
      roundTripMs: this.#spare.roundTripMs,
      answeredAtMs: this.#answeredAtMs,
      answeredInRow: this.#answeredInRow,
      missedInRow: this.#missedInRow,
    }
  }

  /** `isNeeded`: what carries is in doubt. */
  probeIfDue(isNeeded: boolean, now: () => number, onSettled: () => void): void {
    const isNew = this.#answeredInRow < probesAtOnce && this.#missedInRow === 0
    const pauseMs = isNeeded ? probeInDoubtMs : probeEveryMs
    const isDue = isNew || this.#missedInRow > 0 || now() - this.#probedAtMs >= pauseMs
    if (this.#isProbing || !isDue) return
    this.#isProbing = true
    this.#probedAtMs = now()
    const settle = (answered: boolean): void => {
      this.#isProbing = false
      if (answered) this.#answeredAtMs = now()
      this.#answeredInRow = answered ? this.#answeredInRow + 1 : 0
      this.#missedInRow = answered ? 0 : this.#missedInRow + 1
      onSettled()
    }
    this.#spare.probe(probeTimeoutMs).then(
      () => settle(true),
      () => settle(false),
    )
  }

  take(): Link {
    return this.#spare.take()
  }
}
