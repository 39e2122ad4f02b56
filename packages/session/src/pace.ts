// How much may be on its way at once. Whatever stands between the ends keeps what comes too fast, often megabytes of it,
// and a keystroke would wait behind all of that. So bulk is held back here, where a keystroke can overtake it: as much is
// on its way as is acknowledged within twice the distance and a little.
//
// When bulk comes the other way, too, acknowledgements wait behind it, as long as the other end lets anything wait.
//
// The distance is the shortest time that an acknowledgement or a ping took. When less on its way does not make them come
// sooner, the delay is not ours: the way has become longer, or is shared, and what it takes now is the distance.

export interface PaceOptions {
  /** Of the session, over all links. */
  readonly sentBytes: () => number
  /** Never more than that. */
  readonly bytesMax: number
  /** A monotonic clock. */
  readonly nowMs: () => number
}

const bytesFirst = 16_384
const bytesMin = 2048
/** An acknowledgement should take so many times the distance, and so long besides. */
const distanceTimes = 1.5
const slackMs = 32
/** How far what is acknowledged soon lets more be on its way: until it was too much for the first time, and then. */
const growthFirst = 2
const growthThen = 0.7
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
}
/** Writes within this time share a mark, unless they are a large part of what may be on its way. */
const markMs = 0.5
const markShare = 1 / 16
/** Beyond, writes go unmarked. */
const marksMax = 1024

export class Pace {
  readonly #options: PaceOptions
  #limit = bytesFirst
  #growth = growthFirst
  #distanceMs = Infinity
  #acknowledgedBytes: number
  #marks: Mark[] = []
  #comingBytes = 0
  #comingSinceMs = 0
  #isOtherWayFull = false
  /** What was sent before the last reduction says nothing about what is on its way now. */
  #reducedAt = 0

  constructor(options: PaceOptions) {
    this.#options = options
    this.#acknowledgedBytes = options.sentBytes()
  }

  /** So long a payload may go out now in a frame of a stream, when so much is about to be written; 0: none may. */
  payloadBytes(isSmall: boolean, unwrittenBytes: number): number {
    const limit = isSmall ? this.#limit * (1 + smallShare) : this.#limit
    return this.#onItsWayBytes() + unwrittenBytes < limit
      ? Math.max(frameBytesMin, Math.floor(this.#limit * frameShare))
      : 0
  }

  /** So many bytes of datagrams may wait for their turn. */
  get datagramBytesMax(): number {
    return this.#limit / 4
  }

  /** Something was written. */
  sent(): void {
    const [end, atMs] = [this.#options.sentBytes(), this.#options.nowMs()]
    const last = this.#marks.at(-1)
    const isNear = last !== undefined && atMs - last.atMs < markMs && end - last.start < this.#limit * markShare
    if (isNear) last.end = end
    else if (this.#marks.length < marksMax) this.#marks.push({ start: last?.end ?? end, end, atMs })
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
    const onItsWay = this.#onItsWayBytes()
    const freed = receivedBytes - this.#acknowledgedBytes
    if (freed <= 0) return
    this.#acknowledgedBytes = receivedBytes
    const tookMs = this.#tookMs(receivedBytes)
    if (tookMs === undefined) return
    this.measured(tookMs)
    const targetMs = this.#targetMs()
    if (tookMs > targetMs) this.#reduce(targetMs, tookMs)
    else if (onItsWay >= this.#limit / 2) this.#grow(freed * Math.min(1, this.#growth * (1 - tookMs / targetMs)))
  }

  /** Another link carries from now on: nothing is known of it. */
  restart(): void {
    this.#limit = bytesFirst
    this.#growth = growthFirst
    this.#distanceMs = Infinity
    this.#marks = []
  }

  /** An acknowledgement should take so long. */
  #targetMs(): number {
    const waitMs = (distanceTimes - 1) * this.#distanceMs + slackMs
    const nowMs = this.#options.nowMs()
    if (nowMs - this.#comingSinceMs >= fullMs) {
      this.#isOtherWayFull = (this.#comingBytes * fullMs) / (nowMs - this.#comingSinceMs) >= fullBytes
      this.#comingSinceMs = nowMs
      this.#comingBytes = 0
    }
    return this.#distanceMs + (this.#isOtherWayFull ? 2 : 1) * waitMs
  }

  #onItsWayBytes(): number {
    return this.#options.sentBytes() - this.#acknowledgedBytes
  }

  /** From the last write that is acknowledged until now. */
  #tookMs(receivedBytes: number): number | undefined {
    const count = this.#marks.findIndex(({ end }) => end > receivedBytes)
    const passed = this.#marks.splice(0, count === -1 ? this.#marks.length : count)
    const last = passed.at(-1)
    return last && this.#options.nowMs() - last.atMs
  }

  #grow(byteCount: number): void {
    this.#limit = Math.min(this.#limit + byteCount, this.#options.bytesMax)
  }

  #reduce(targetMs: number, tookMs: number): void {
    if (this.#acknowledgedBytes < this.#reducedAt) return
    this.#reducedAt = this.#options.sentBytes()
    this.#limit *= targetMs / tookMs
    this.#growth = growthThen
    if (this.#limit > bytesMin) return
    this.#limit = bytesMin
    this.#growth = growthFirst
    this.#distanceMs = tookMs
  }
}
