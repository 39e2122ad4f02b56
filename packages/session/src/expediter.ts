// Copies of what streams say in a few words, beside the bytes of a link that can: they come at once, whatever stands before
// the words themselves on the link, or has to be sent again there. The words follow in their turn, and only they count.

import { copyHeadBytes, encodeCopy } from '@farport/protocol'
import type { Link } from '@farport/transport'

/** What is lost on the way has others, so much later: what loses a packet may lose the next one, too. */
const againAfterMs = [8, 20]
/** Nothing holds copies back, so they take no more of a slow way than this in the long run … */
const bytesPerMs = 8
/** … but so many at a time. */
const burstBytes = 4096

export class Expediter {
  readonly #beside: Pick<Link, 'sendDatagram' | 'datagramBytesMax'>
  readonly #nowMs: () => number
  #roomBytes = burstBytes
  #roomAtMs = -Infinity

  /** `nowMs`: a monotonic clock. */
  constructor(beside: Pick<Link, 'sendDatagram' | 'datagramBytesMax'>, nowMs: () => number) {
    this.#beside = beside
    this.#nowMs = nowMs
  }

  /** Whether copies of so many bytes may go at all. */
  takes(byteCount: number): boolean {
    return copyHeadBytes + byteCount <= (this.#beside.datagramBytesMax ?? 0)
  }

  /** False: they go in their turn only. `offset`: of the first of them, in all that the stream was given. */
  send(streamId: number, offset: number, bytes: Uint8Array): boolean {
    if (!this.takes(bytes.length) || !this.#takeRoom(copyHeadBytes + bytes.length)) return false
    const copy = encodeCopy(streamId, offset, bytes)
    for (const ms of againAfterMs) setTimeout(() => this.#beside.sendDatagram?.(copy), ms).unref()
    return this.#beside.sendDatagram?.(copy) ?? false
  }

  #takeRoom(byteCount: number): boolean {
    const nowMs = this.#nowMs()
    this.#roomBytes = Math.min(burstBytes, this.#roomBytes + (nowMs - this.#roomAtMs) * bytesPerMs)
    this.#roomAtMs = nowMs
    if (byteCount > this.#roomBytes) return false
    this.#roomBytes -= byteCount
    return true
  }
}
