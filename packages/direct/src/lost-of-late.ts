// Which share of the packets was lost of the last few seconds', by what had to be sent again.

const lookMs = 200
/** With each look what was before counts for this much less. */
const fading = 0.75
/** Of fewer packets nothing can be said. */
const packetsMin = 100
/** udx counts them in 16 bits. */
const countMask = 0xffff

export class LostOfLate {
  readonly #nowMs: () => number
  #lookedAtMs = -Infinity
  #sentBefore = 0
  #againBefore = 0
  #sent = 0
  #again = 0

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** What was lost until now says nothing of the way. */
  forget(sent: number, again: number): void {
    this.#lookedAtMs = this.#nowMs()
    this.#sentBefore = sent
    this.#againBefore = again
    this.#sent = 0
    this.#again = 0
  }

  /** 0 to 1. So many packets were sent, and so many of them again. */
  share(sent: number, again: number): number {
    const nowMs = this.#nowMs()
    if (nowMs - this.#lookedAtMs >= lookMs) {
      this.#lookedAtMs = nowMs
      this.#sent = this.#sent * fading + sent - this.#sentBefore
      this.#again = this.#again * fading + ((again - this.#againBefore) & countMask)
      this.#sentBefore = sent
      this.#againBefore = again
    }
    return Math.min(1, this.#again / Math.max(this.#sent, packetsMin))
  }
}
