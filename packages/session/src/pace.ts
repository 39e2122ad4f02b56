// How much may be on its way at once. Whatever stands between the ends keeps what comes too fast, often megabytes of it,
// and a keystroke would wait behind all of that. So bulk is held back here, where a keystroke can overtake it: as much is
// on its way as the way has been seen to carry in not quite twice its length, and a little.
//
// What the way carries is known from acknowledgements: how many bytes were acknowledged while one was on its way. Packets
// that are lost on a link make acknowledgements late, but not fewer.
//
// When bulk comes the other way, too, acknowledgements wait behind it, as long as the other end lets anything wait.
//
// A link that finds out by itself what its way carries is left to it: it knows of packets what is known here of bytes only
// after all that was lost before them has come.
//
// The distance is the shortest time that an acknowledgement or a ping took. When less on its way does not make them come
// sooner, the delay is not ours: the way has become longer, or is shared, and what it takes now is the distance.

import { DeliveryRate } from './delivery-rate.ts'

export interface PaceOptions {
  /** Of the session, over all links. */
  readonly sentBytes: () => number
  /** Never more than that. */
  readonly bytesMax: number
  /** Where the link itself holds back what its way does not carry: as much as that may be on its way there. */
  readonly linkBytes?: () => number | undefined
  /** A monotonic clock. */
  readonly nowMs: () => number
}

const bytesFirst = 16_384
const bytesMin = 2048
/** As much may be on its way as is carried in so many times the distance … */
const distanceTimes = 1.7
/** … and in so long besides, … */
const slackMs = 24
/** … but no more than so much and a little time: on a fast way more would only lie in buffers, and fall out of caches. */
const slackBytes = 1_048_576
const slackMsFast = 4
/** For each byte that is acknowledged so many more may be on their way, until they are enough. */
const growth = 1.4
/** One frame takes this part of what may be on its way, so that others get their turn soon. */
const frameShare = 1 / 8
const frameBytesMin = 512
/** So much more may be on its way for what is small. */
const smallShare = 1 / 8

/** When so many bytes come within this time, the other way counts as full for as long again. */
const fullBytes = 16_384
const fullMs = 200

/** Of writes that went out together: where the last of them ended. */
interface Mark {
  readonly start: number
  end: number
  readonly atMs: number
  /** When they went out. */
  readonly acknowledgedBytes: number
}
/** Writes within this time share a mark, unless they are a large part of what may be on its way. */
const markMs = 0.5
const markShare = 1 / 16
/** Beyond, writes go unmarked. */
const marksMax = 1024

export class Pace {
  readonly #options: PaceOptions
  readonly #rate = new DeliveryRate()
  #limit = bytesFirst
  #distanceMs = Infinity
  #acknowledgedBytes: number
  #marks: Mark[] = []
  #comingBytes = 0
  #comingSinceMs = 0
  #isOtherWayFull = false

  constructor(options: PaceOptions) {
    this.#options = options
    this.#acknowledgedBytes = options.sentBytes()
  }

  /** So long a payload may go out now in a frame of a stream, when so much is about to be written; 0: none may. */
  payloadBytes(isSmall: boolean, unwrittenBytes: number): number {
    const linkBytes = this.#options.linkBytes?.()
    const bulkLimit = linkBytes === undefined ? this.#limit : this.#options.bytesMax
    const limit = isSmall ? bulkLimit * (1 + smallShare) : bulkLimit
    return this.#onItsWayBytes() + unwrittenBytes < limit
      ? Math.max(frameBytesMin, Math.floor((linkBytes ?? this.#limit) * frameShare))
      : 0
  }

  /** Something was written. */
  sent(): void {
    const [end, atMs] = [this.#options.sentBytes(), this.#options.nowMs()]
    const last = this.#marks.at(-1)
    const isNear = last !== undefined && atMs - last.atMs < markMs && end - last.start < this.#limit * markShare
    if (isNear) last.end = end
    else if (this.#marks.length < marksMax)
      this.#marks.push({ start: last?.end ?? end, end, atMs, acknowledgedBytes: this.#acknowledgedBytes })
  }

  /** So much came from the other end's streams. */
  received(byteCount: number): void {
    this.#comingBytes += byteCount
  }

  /** A ping took so long there and back. */
  measured(roundTripMs: number): void {
    this.#distanceMs = Math.min(this.#distanceMs, roundTripMs)
  }

  acknowledged(receivedBytes: number): void {
    const isFull = this.#onItsWayBytes() >= this.#limit / 2
    const freed = receivedBytes - this.#acknowledgedBytes
    if (freed <= 0) return
    this.#acknowledgedBytes = receivedBytes
    const mark = this.#lastPassed(receivedBytes)
    if (mark === undefined) return
    const nowMs = this.#options.nowMs()
    const tookMs = nowMs - mark.atMs
    this.measured(tookMs)
    this.#rate.delivered(receivedBytes - mark.acknowledgedBytes, { tookMs, nowMs, distanceMs: this.#distanceMs })
    this.#adjust({ freed, tookMs, isFull })
  }

  /** Another link carries from now on: nothing is known of it. */
  restart(): void {
    this.#limit = bytesFirst
    this.#distanceMs = Infinity
    this.#marks = []
    this.#rate.forget()
  }

  #adjust({ freed, tookMs, isFull }: { freed: number; tookMs: number; isFull: boolean }): void {
    const { highest } = this.#rate
    const wanted = this.#bytesCarried(highest)
    if (wanted > this.#limit) {
      if (isFull) this.#limit = Math.min(wanted, this.#limit + freed * growth, this.#options.bytesMax)
    } else if (isFull || tookMs > wanted / highest) {
      this.#limit = Math.max(bytesMin, wanted)
      if (wanted <= bytesMin) this.#distanceMs = tookMs
    }
  }

  /** What a way that carries so many bytes in a millisecond may hold. */
  #bytesCarried(bytesPerMs: number): number {
    const waitMs = (distanceTimes - 1) * this.#distanceMs + Math.min(slackMs, slackMsFast + slackBytes / bytesPerMs)
    return (this.#distanceMs + (this.#isOtherWayFullNow() ? 2 : 1) * waitMs) * bytesPerMs
  }

  #isOtherWayFullNow(): boolean {
    const nowMs = this.#options.nowMs()
    if (nowMs - this.#comingSinceMs >= fullMs) {
      this.#isOtherWayFull = (this.#comingBytes * fullMs) / (nowMs - this.#comingSinceMs) >= fullBytes
      this.#comingSinceMs = nowMs
      this.#comingBytes = 0
    }
    return this.#isOtherWayFull
  }

  #onItsWayBytes(): number {
    return this.#options.sentBytes() - this.#acknowledgedBytes
  }

  /** The last write that is acknowledged, if it was marked. */
  #lastPassed(receivedBytes: number): Mark | undefined {
    const count = this.#marks.findIndex(({ end }) => end > receivedBytes)
    return this.#marks.splice(0, count === -1 ? this.#marks.length : count).at(-1)
  }
}
