// What is known of the link that carries: when something last came over it, what it was asked, and how long answers take.

import type { Session } from '@farport/session'
import type { PathKind } from '@farport/protocol'
import type { Link } from '@farport/transport'
import { isSilent, type CarrierFacts } from './path-policy.ts'

const samplesMax = 20
/** Of the last ones, the shortest is the distance: what a question waits behind other bytes is none. */
const recentMax = 5

/** What people read of it. */
export interface CarrierFigures {
  /** Absent while it is silent: its last answers are of another time. */
  readonly roundTripMs?: number
  /** 0 to 1; absent before anything was asked. */
  readonly loss?: number
}

export class Carrier {
  readonly link: Link
  readonly kind: PathKind
  readonly remote: string | undefined
  readonly sinceMs: number
  /** undefined in place of a time: no answer came in time. */
  readonly #samples: (number | undefined)[] = []
  #heardAtMs: number
  #receivedBytes: number
  #askedAtMs: number | undefined
  #lastAskedAtMs: number
  #isInDoubt = true

  constructor(way: { link: Link; kind: PathKind; remote: string | undefined }, nowMs: number, receivedBytes: number) {
    this.link = way.link
    this.kind = way.kind
    this.remote = way.remote
    this.sinceMs = nowMs
    this.#heardAtMs = nowMs
    this.#lastAskedAtMs = nowMs
    this.#receivedBytes = receivedBytes
  }

  facts(): CarrierFacts {
    const recent = this.#answered().slice(-recentMax)
    return {
      kind: this.kind,
      roundTripMs: recent.length === 0 ? undefined : Math.min(...recent),
      heardAtMs: this.#heardAtMs,
      askedAtMs: this.#askedAtMs,
    }
  }

  figures(nowMs: number): CarrierFigures {
    const isLost = isSilent(this.facts(), nowMs)
    const asked = this.#samples.length + (isLost ? 1 : 0)
    if (asked === 0) return {}
    const answered = this.#answered()
    const recent = answered.slice(-recentMax).toSorted((left, right) => left - right)
    const roundTripMs = isLost ? undefined : recent[Math.floor(recent.length / 2)]
    return { ...(roundTripMs !== undefined && { roundTripMs }), loss: (asked - answered.length) / asked }
  }

  /** So many bytes have come to the session in all. */
  received(byteCount: number, nowMs: number): void {
    if (byteCount === this.#receivedBytes) return
    this.#receivedBytes = byteCount
    this.#heardAtMs = nowMs
  }

  /** To be asked at once, unless it was heard so lately. */
  doubt(heardMsMax: number, nowMs: number): void {
    if (nowMs - this.#heardAtMs > heardMsMax) this.#isInDoubt = true
  }

  /** Asks, when it has not been heard or asked for so long. */
  askIfDue(session: Session, everyMs: number, now: () => number, onAnswer: () => void): void {
    const nowMs = now()
    const isDue = nowMs - Math.max(this.#lastAskedAtMs, this.#heardAtMs) >= everyMs
    if (this.#askedAtMs !== undefined || (!isDue && !this.#isInDoubt)) return
    this.#isInDoubt = false
    this.#askedAtMs = nowMs
    this.#lastAskedAtMs = nowMs
    const settle = (roundTripMs: number | undefined): void => {
      this.#askedAtMs = undefined
      this.#samples.push(roundTripMs)
      if (this.#samples.length > samplesMax) this.#samples.shift()
      onAnswer()
    }
    session.ping().then(
      // A clock that stood still meanwhile measures nothing.
      (roundTripMs) => settle(roundTripMs),
      () => settle(undefined),
    )
  }

  #answered(): number[] {
    return this.#samples.filter((sample) => sample !== undefined)
  }
}
