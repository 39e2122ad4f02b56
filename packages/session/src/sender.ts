// Decides what goes onto the link next. The link's own queue stays short: nothing is written while it is backed up, so
// that what is small or urgent never stands behind what is large. Control frames first, then datagrams, then every
// stream with little to say, then one frame of one stream with much to say, in turn.

import type { Link } from '@farport/transport'

export interface Source {
  /** Whether what waits is little enough to go before the large ones. */
  readonly isSmall: boolean
  /** Sends at most one frame. True: there is more that could go at once. */
  sendNext(): boolean
}

export interface SenderOptions {
  readonly link: Link
  /** For frames that are kept for an end that does not read. */
  readonly outboxBytesMax: number
  /** The outbox is full: the session cannot go on. */
  readonly onOverflow: () => void
}

/** Datagrams that wait are soon of no use: what does not fit is dropped. */
const datagramBytesMax = 65_536

export class Sender {
  readonly #options: SenderOptions
  readonly #link: Link
  #isReady = true
  #isGathering = false
  #isStopped = false
  #outbox: Uint8Array[] = []
  #outboxBytes = 0
  #datagrams: Uint8Array[] = []
  #datagramBytes = 0
  #small: Source[] = []
  #large: Source[] = []

  constructor(options: SenderOptions) {
    this.#options = options
    this.#link = options.link
  }

  /** Whether the link takes a frame now. */
  get isReady(): boolean {
    return this.#isReady && !this.#isStopped
  }

  /** A frame that must not get lost: kept while the link is backed up. Its bytes must stay unchanged. */
  control(frame: Uint8Array): void {
    if (this.#isStopped) return
    if (this.isReady && !this.#isGathering && this.#outboxBytes === 0) {
      this.#write(frame)
      return
    }
    this.#outbox.push(frame)
    this.#outboxBytes += frame.length
    if (this.#outboxBytes > this.#options.outboxBytesMax) this.#options.onOverflow()
  }

  /** A frame of a stream, only while isReady. The bytes are the caller's again when this returns. */
  data(frame: Uint8Array): void {
    this.#flushOutbox()
    this.#write(frame)
  }

  /** False: dropped. The frame's bytes must stay unchanged. */
  datagram(frame: Uint8Array): boolean {
    if (this.isReady) {
      this.data(frame)
      return true
    }
    if (this.#isStopped || this.#datagramBytes + frame.length > datagramBytesMax) return false
    this.#datagrams.push(frame)
    this.#datagramBytes += frame.length
    return true
  }

  /** The source is asked when it is its turn. It must not stand here already. */
  enqueue(source: Source): void {
    if (this.#isStopped) return
    ;(source.isSmall ? this.#small : this.#large).push(source)
    if (!this.#isGathering) this.#run()
  }

  /** Writes of `work` go out together, after it. */
  gather(work: () => void): void {
    this.#isGathering = true
    work()
    this.#isGathering = false
    this.#run()
  }

  drained(): void {
    this.#isReady = true
    this.#run()
  }

  /** The last words, past all that waits. Nothing is sent after. */
  stop(lastFrame?: Uint8Array): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#small = []
    this.#large = []
    this.#datagrams = []
    const frames = lastFrame === undefined ? this.#outbox : [...this.#outbox, lastFrame]
    this.#outbox = []
    if (frames.length > 0) this.#link.write(Buffer.concat(frames))
  }

  #run(): void {
    this.#flushOutbox()
    this.#flushDatagrams()
    while (this.isReady) {
      const small = this.#small
      if (small.length > 0) {
        this.#small = []
        for (const source of small) this.#ask(source)
        continue
      }
      const large = this.#large.shift()
      if (large === undefined) return
      this.#ask(large)
    }
  }

  /** Asked while the link is backed up, too: then the source only goes to the end of its line again. */
  #ask(source: Source): void {
    if (!this.isReady || source.sendNext()) (source.isSmall ? this.#small : this.#large).push(source)
  }

  #flushOutbox(): void {
    const [first] = this.#outbox
    if (first === undefined || !this.isReady) return
    const frames = this.#outbox.length === 1 ? first : Buffer.concat(this.#outbox)
    this.#outbox = []
    this.#outboxBytes = 0
    this.#write(frames)
  }

  #flushDatagrams(): void {
    while (this.isReady && this.#datagrams.length > 0) {
      const frames = Buffer.concat(this.#datagrams)
      this.#datagrams = []
      this.#datagramBytes = 0
      this.#write(frames)
    }
  }

  #write(frame: Uint8Array): void {
    if (!this.#link.write(frame)) this.#isReady = false
  }
}
