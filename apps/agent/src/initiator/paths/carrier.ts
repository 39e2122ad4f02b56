// What is known of the link that carries: when something last came over it, what it was asked, and how long answers take.

import type { Session } from '@farport/session'
import type { PathKind } from '@farport/protocol'
import type { Link } from '@farport/transport'
import type { CarrierFacts } from './path-policy.ts'

const samplesMax = 20
/** Of the last ones, the shortest is the distance: what a question waits behind other bytes is none. */
const recentMax = 5

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

  get roundTripMs(): number | undefined {
    const recent = this.#answered()
      .slice(-recentMax)
      .toSorted((left, right) => left - right)
    return recent[Math.floor(recent.length / 2)]
  }

  /** 0 to 1; undefined before anything was asked. */
  get loss(): number | undefined {
    const asked = this.#samples.length
    return asked === 0 ? undefined : (asked - this.#answered().length) / asked
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
