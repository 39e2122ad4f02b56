// Watches for silence. Whoever has just sent or received something asks soon whether the other end is still there; the
// longer nothing happens, the more rarely.

export interface SilenceLimits {
  /** The first question comes after so much silence when streams have just carried something, ... */
  readonly pingActiveMs: number
  /** ... and after so much when they have not. */
  readonly pingIntervalMs: number
  /** A question that is not answered by then makes the silence suspicious. */
  readonly answerMsMax: number
  /** So much silence is an end. */
  readonly silenceMsMax: number
}

export interface SilenceActions {
  readonly ask: () => void
  /** Nobody answers; and somebody does again. */
  readonly onSilent: () => void
  readonly onHeard: () => void
  readonly onDead: (silentMs: number) => void
}

/** A timer that is so late was held up by this process, or by its machine: that was no silence of the other end. */
const lateMsMax = 200
const lookAgainMs = 50

export class Silence {
  readonly #limits: SilenceLimits
  readonly #actions: SilenceActions
  #timer: NodeJS.Timeout | undefined
  #dueAtMs = 0
  #pauseMs: number
  #hasHeard = false
  /** As far as it was looked. */
  #heardAtMs = performance.now()
  #askedLastAtMs = -Infinity
  /** Since then nothing has come. */
  #askedFirstAtMs: number | undefined
  #hasBeenActive = false
  #activeAtMs = -Infinity
  #isSilent = false
  #isWatching = true

  constructor(limits: SilenceLimits, actions: SilenceActions) {
    this.#limits = limits
    this.#actions = actions
    this.#pauseMs = limits.pingIntervalMs
    this.#schedule(this.#pauseMs)
  }

  /** Bytes have come: told for each chunk of them, so the clock is asked only where it matters. */
  heard(): void {
    this.#hasHeard = true
    if (this.#askedFirstAtMs === undefined) return
    this.#heardAtMs = performance.now()
    this.#askedFirstAtMs = undefined
    if (!this.#isSilent) return
    this.#isSilent = false
    this.#actions.onHeard()
  }

  /** A stream has carried something. */
  active(): void {
    this.#hasBeenActive = true
    this.#activeAtMs = performance.now()
    if (this.#pauseMs === this.#limits.pingActiveMs) return
    this.#pauseMs = this.#limits.pingActiveMs
    if (this.#isWatching && this.#dueAtMs > performance.now() + this.#pauseMs) this.#schedule(this.#pauseMs)
  }

  /** Since a stream has carried something. */
  get quietMs(): number {
    return performance.now() - this.#activeAtMs
  }

  /** There is nobody to ask. */
  rest(): void {
    this.#isWatching = false
    clearTimeout(this.#timer)
  }

  /** There is somebody, and whatever was before does not count. */
  watch(): void {
    this.#isWatching = true
    this.#isSilent = false
    this.#askedLastAtMs = -Infinity
    this.#askedFirstAtMs = undefined
    this.#heardAtMs = performance.now()
    this.#schedule(this.#pauseMs)
  }

  #beat(): void {
    const nowMs = performance.now()
    if (nowMs - this.#dueAtMs > lateMsMax) return this.#lookAgain(nowMs)
    if (this.#hasHeard) this.#heardAtMs = nowMs
    this.#hasHeard = false
    const { pingActiveMs, pingIntervalMs, answerMsMax, silenceMsMax } = this.#limits
    const silentMs = nowMs - this.#heardAtMs
    const unansweredMs = this.#askedFirstAtMs === undefined ? 0 : nowMs - this.#askedFirstAtMs
    if (silentMs >= silenceMsMax && unansweredMs >= Math.min(answerMsMax, silenceMsMax / 2))
      return this.#actions.onDead(Math.round(silentMs))
    if (unansweredMs >= answerMsMax && !this.#isSilent) {
      this.#isSilent = true
      this.#actions.onSilent()
    }
    if (!this.#isWatching) return
    if (this.#hasBeenActive) this.#pauseMs = pingActiveMs
    const sinceMs = nowMs - Math.max(this.#heardAtMs, this.#askedLastAtMs)
    if (sinceMs >= this.#pauseMs) this.#ask(nowMs)
    else if (!this.#hasBeenActive && this.#askedFirstAtMs === undefined)
      this.#pauseMs = Math.min(this.#pauseMs * 2, pingIntervalMs)
    this.#hasBeenActive = false
    this.#schedule(this.#untilNextMs(nowMs))
  }

  #lookAgain(nowMs: number): void {
    this.#heardAtMs = nowMs
    if (this.#askedFirstAtMs !== undefined) this.#askedFirstAtMs = nowMs
    this.#schedule(lookAgainMs)
  }

  #ask(nowMs: number): void {
    this.#askedLastAtMs = nowMs
    this.#askedFirstAtMs ??= nowMs
    this.#actions.ask()
  }

  #untilNextMs(nowMs: number): number {
    const askAtMs = Math.max(this.#heardAtMs, this.#askedLastAtMs) + this.#pauseMs
    const isAnswerAwaited = this.#askedFirstAtMs !== undefined && !this.#isSilent
    const doubtAtMs = isAnswerAwaited ? (this.#askedFirstAtMs ?? 0) + this.#limits.answerMsMax : Infinity
    return Math.max(1, Math.ceil(Math.min(askAtMs, doubtAtMs) - nowMs))
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer)
    this.#dueAtMs = performance.now() + waitMs
    this.#timer = setTimeout(() => this.#beat(), waitMs)
    this.#timer.unref()
  }
}
