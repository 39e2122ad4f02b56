// Tells the other end how much has come, so that it need not keep it: often while much comes, soon when it goes quiet,
// and never for what only acknowledges and asks itself, or two quiet ends would keep each other awake.

export interface AcknowledgerOptions {
  /** Of the session so far, as far as it may be told. */
  readonly receivedBytes: () => number
  readonly send: (receivedBytes: number) => void
}

/** After bytes that are not many. */
const delayMs = 20
/** When so many have come, the other end is told at once: as few at first, more while it comes fast. */
const eagerBytesMin = 16_384
const eagerBytesMax = 1_048_576
/** Told more often than this, more are waited for. */
const tellMsMin = 2
/** What acknowledges and asks itself is acknowledged when there is so much of it. */
const quietBytesMax = 1024

export class Acknowledger {
  readonly #options: AcknowledgerOptions
  #toldBytes = 0
  #toldAtMs = -Infinity
  #eagerBytes = eagerBytesMin
  #isDue = false
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: AcknowledgerOptions) {
    this.#options = options
  }

  /** Bytes were read. `isWorth`: the other end should know soon. */
  read(isWorth: boolean): void {
    if (this.#isStopped) return
    if (isWorth) this.#isDue = true
    const bytes = this.#options.receivedBytes() - this.#toldBytes
    if (bytes >= (this.#isDue ? this.#eagerBytes : quietBytesMax)) this.#tellAtOnce()
    else if (this.#isDue) this.#tellSoon()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #tellAtOnce(): void {
    const nowMs = performance.now()
    if (nowMs - this.#toldAtMs < tellMsMin) this.#eagerBytes = Math.min(this.#eagerBytes * 2, eagerBytesMax)
    this.#toldAtMs = nowMs
    this.#tell()
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => this.#tellLate(), delayMs).unref()
  }

  #tellLate(): void {
    this.#timer = undefined
    if (!this.#isDue) return
    this.#eagerBytes = Math.max(this.#eagerBytes / 2, eagerBytesMin)
    this.#tell()
  }

  #tell(): void {
    const bytes = this.#options.receivedBytes()
    // More has come, and may not be told while a move is under way.
    if (bytes === this.#toldBytes) return this.#tellSoon()
    this.#isDue = false
    this.#toldBytes = bytes
    this.#options.send(bytes)
  }
}
