// How much may be on its way over udx at once: what keeps it sending as fast as the way carries, and little more, for nothing
// can overtake what it has been given.

import { LostOfLate } from './lost-of-late.ts'
import { ShortestOfLate } from './shortest-of-late.ts'

/** Of a udx stream. */
export interface Way {
  readonly cwnd: number
  readonly mtu: number
  readonly rtt: number
  readonly bbrBandwidth: number
  readonly bbrState: number
  readonly packetsTransmitted: number
  readonly retransmits: number
}

/** As much as is carried in so many times the distance, and in so long besides: udx never runs out … */
const distanceTimes = 1.25
const waitingMs = 20
/** … and at first, while udx finds out how much that is, all that it lets out at once, and a few packets. */
const findingOut = 0
const waitingPackets = 4
/** … and when so many are lost, too: what was sent behind them counts until they have come. */
const muchLost = 0.01

export class WayWindow {
  readonly #distance: ShortestOfLate
  readonly #lost: LostOfLate

  constructor(nowMs: () => number = () => performance.now()) {
    this.#distance = new ShortestOfLate(nowMs)
    this.#lost = new LostOfLate(nowMs)
  }

  bytesOf({ cwnd, mtu, rtt, bbrBandwidth, bbrState, packetsTransmitted, retransmits }: Way): number {
    const mostBytes = (cwnd + waitingPackets) * mtu + (bbrBandwidth * waitingMs) / 1000
    if (bbrState === findingOut) {
      this.#lost.forget(packetsTransmitted, retransmits)
      return mostBytes
    }
    const distanceMs = Math.max(1, this.#distance.shortest(rtt))
    const fewBytes = waitingPackets * mtu + (bbrBandwidth * (distanceTimes * distanceMs + waitingMs)) / 1000
    const lostPart = Math.min(1, this.#lost.share(packetsTransmitted, retransmits) / muchLost)
    // What is lost because too much is on its way: then the way has become longer, and more would only be lost, too.
    const notByUsPart = Math.min(Math.max(0, 2 - rtt / distanceMs), 1)
    return fewBytes + Math.max(0, mostBytes - fewBytes) * lostPart * notByUsPart
  }
}
