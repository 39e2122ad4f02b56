// Notices that a UDP path is dead, which nobody tells: while something is carried, within a second; while nothing is,
// the way through the NATs is kept open.

/** Between two looks. Counted in looks, not by the clock: a process that was held up then reads what has come meanwhile. */
const lookMs = 170
/** So many looks without a packet from the other end, although it was asked. */
const silentLooksMax = 5
/** A path that has carried something stays watched for so many looks. */
const busyLooks = 12
/** Of an idle path every so many looks are asked: NATs forget a UDP way within 30 seconds. */
const idleLooks = 30

export interface PathPulseOptions {
  /** Counts up with every packet of the other end. */
  readonly packetsReceived: () => number
  /** Something is on its way. */
  readonly isBusy: () => boolean
  readonly ping: () => void
  /** Once. */
  readonly onSilent: (silentMs: number) => void
}

export class PathPulse {
  readonly #options: PathPulseOptions
  readonly #timer: NodeJS.Timeout
  #packets = 0
  #silentLooks = 0
  #looksSinceAsked = 0
  #looksSinceBusy = 0

  constructor(options: PathPulseOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#look(), lookMs)
  }

  /** Something was carried. */
  busy(): void {
    this.#looksSinceBusy = 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const packets = this.#options.packetsReceived()
    const isAwaited = this.#looksSinceAsked === 0 || this.#silentLooks > 0
    this.#silentLooks = packets === this.#packets && isAwaited ? this.#silentLooks + 1 : 0
    this.#packets = packets
    if (this.#silentLooks >= silentLooksMax) {
      this.stop()
      this.#options.onSilent(silentLooksMax * lookMs)
      return
    }
    if (this.#options.isBusy()) this.#looksSinceBusy = 0
    this.#looksSinceBusy += 1
    this.#looksSinceAsked += 1
    const isWatched = this.#silentLooks > 0 || this.#looksSinceBusy <= busyLooks
    if (!isWatched && this.#looksSinceAsked < idleLooks) return
    this.#looksSinceAsked = 0
    this.#options.ping()
  }
}
