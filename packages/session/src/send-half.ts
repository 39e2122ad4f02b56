// The sending half of a stream: what waits, how much the other end has room for, and the end.

import { encodeFrame, frameHeadBytes, frameType, writeFrameHead } from '@farport/protocol'
import type { Expediter } from './expediter.ts'
import { giveFrame, keptPayloadBytesMax, takeFrame } from './frame-pool.ts'
import type { Sender, Source } from './sender.ts'

/** Up to here a queue counts as small. */
const smallBytesMax = 2048

/** To stop for so little and to go on again would cost the writer more than the bytes do. */
const littleBytesMax = 16_384
const littlePiecesMax = 4

/** Bytes start … end wait; there is room for a head before start. */
interface Waiting {
  readonly frame: Buffer
  start: number
  readonly end: number
}

/** The stream that it is half of. */
export interface SendHalfOwner {
  readonly id: number
  /** There is room again. */
  onDrain(): void
  /** The end has gone out. */
  onFinished(): void
}

export interface SendHalfOptions {
  readonly sender: Sender
  readonly expediter: Expediter
  readonly unsentBytesMax: number
}

export class SendHalf implements Source {
  readonly #owner: SendHalfOwner
  readonly #sender: Sender
  readonly #expediter: Expediter
  readonly #unsentBytesMax: number
  #sentBytes = 0
  /** By the other end's word, so many bytes may be sent in all. */
  #creditLimit = 0
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #isEnding = false
  #isOver = false
  #isDrainAwaited = false
  /** Whether it stands in the sender's line. */
  #isInLine = false

  constructor(owner: SendHalfOwner, options: SendHalfOptions) {
    this.#owner = owner
    this.#sender = options.sender
    this.#expediter = options.expediter
    this.#unsentBytesMax = options.unsentBytesMax
  }

  get sentBytes(): number {
    return this.#sentBytes
  }

  get isSmall(): boolean {
    return this.#waitingBytes <= smallBytesMax && !this.#isDrainAwaited
  }

  get isListening(): boolean {
    return this.#waiting.length === 0 && !this.#isEnding
  }

  /** False when that cannot be: more consumed than was sent, be it as a copy. */
  credit(consumed: number, window: number): boolean {
    if (consumed > this.#writtenBytes()) return false
    this.#creditLimit = Math.max(this.#creditLimit, consumed + window)
    this.#standInLine()
    return true
  }

  write(bytes: Uint8Array): boolean {
    if (!this.#mayWrite()) return false
    const isAhead = this.#sendAhead(bytes, 0, bytes.length)
    for (let offset = 0; offset < bytes.length; offset += keptPayloadBytesMax) {
      this.#keep(bytes.subarray(offset, offset + keptPayloadBytesMax))
      this.#sendWaiting()
    }
    return this.#canGoOn(isAhead, bytes.length)
  }

  writeFrame(frame: Uint8Array, payloadBytes: number): boolean {
    if (!this.#mayWrite()) return false
    const end = frameHeadBytes + payloadBytes
    const isAhead = this.#sendAhead(frame, frameHeadBytes, end)
    const isSmall = payloadBytes <= smallBytesMax && !this.#isDrainAwaited
    let start = frameHeadBytes
    if (this.#waiting.length === 0) {
      // What can go now goes without a copy, in as many frames as it takes.
      let before
      do {
        before = start
        start = this.#sendFrom(frame, start, end, isSmall)
      } while (before < start && start < end)
    }
    if (start < end) this.#keep(frame.subarray(start, end))
    return this.#canGoOn(isAhead, payloadBytes)
  }

  end(): void {
    if (this.#isEnding || this.#isOver) return
    this.#isEnding = true
    this.#standInLine()
  }

  /** Forgets what waits. */
  drop(): void {
    this.#isOver = true
    for (const waiting of this.#waiting) giveFrame(waiting.frame)
    this.#waiting = []
    this.#waitingBytes = 0
  }

  sendNext(): boolean {
    this.#isInLine = false
    if (this.#isOver) return false
    if (this.#waiting.length > 0) {
      this.#sendFirst()
      this.#isInLine = this.#hasTurn()
      return this.#isInLine
    }
    if (this.#isEnding) this.#finish()
    else if (this.#isDrainAwaited && this.#creditBytes() > 0) this.#drained()
    return false
  }

  /** Throws when a caller goes on and on although it is asked to wait: memory is bounded only with its help. */
  #mayWrite(): boolean {
    if (this.#waitingBytes > this.#unsentBytesMax) throw new RangeError('written without waiting for onDrain')
    return !this.#isEnding && !this.#isOver
  }

  /** A copy of a few bytes goes past all that waits. */
  #sendAhead(bytes: Uint8Array, start: number, end: number): boolean {
    const [offset, length] = [this.#writtenBytes(), end - start]
    const isLittle = this.#waitingBytes + length <= smallBytesMax && !this.#isDrainAwaited
    if (!isLittle || !this.#expediter.takes(length) || offset + length > this.#creditLimit) return false
    return this.#expediter.send(this.#owner.id, offset, bytes.subarray(start, end))
  }

  #writtenBytes(): number {
    return this.#sentBytes + this.#waitingBytes
  }

  #canGoOn(isAhead: boolean, writtenBytes: number): boolean {
    if (isAhead || this.#isLittle(writtenBytes)) {
      this.#standInLine()
      return true
    }
    if (this.#waiting.length === 0 && this.#sender.payloadBytes(false) > 0 && this.#creditBytes() > 0) return true
    this.#isDrainAwaited = true
    this.#standInLine()
    return false
  }

  #isLittle(writtenBytes: number): boolean {
    if (this.#isDrainAwaited || this.#waiting.length > littlePiecesMax) return false
    return Math.max(writtenBytes, this.#waitingBytes) <= littleBytesMax
  }

  #drained(): void {
    this.#isDrainAwaited = false
    this.#owner.onDrain()
  }

  #finish(): void {
    this.#isOver = true
    this.#sender.control(encodeFrame({ type: 'fin', streamId: this.#owner.id }))
    this.#owner.onFinished()
  }

  /** Whether the sender could do something for it, were the link free. */
  #hasTurn(): boolean {
    if (this.#isOver) return false
    if (this.#waiting.length === 0 && this.#isEnding) return true
    return this.#creditBytes() > 0 && (this.#waiting.length > 0 || this.#isDrainAwaited)
  }

  #standInLine(): void {
    if (this.#isInLine || !this.#hasTurn()) return
    this.#isInLine = true
    this.#sender.enqueue(this)
  }

  #creditBytes(): number {
    return this.#creditLimit - this.#sentBytes
  }

  #keep(bytes: Uint8Array): void {
    const frame = takeFrame(frameHeadBytes + bytes.length)
    frame.set(bytes, frameHeadBytes)
    this.#waiting.push({ frame, start: frameHeadBytes, end: frameHeadBytes + bytes.length })
    this.#waitingBytes += bytes.length
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && this.#sendFirst());
  }

  /** Whether all of the first was sent. */
  #sendFirst(): boolean {
    const [first] = this.#waiting
    if (first === undefined) return false
    const start = this.#sendFrom(first.frame, first.start, first.end, this.isSmall)
    this.#waitingBytes -= start - first.start
    first.start = start
    if (start < first.end) return false
    this.#waiting.shift()
    giveFrame(first.frame)
    return true
  }

  /** Sends as much as there is room for, as one frame, its head over the eight bytes before `start`. Where it stopped. */
  #sendFrom(frame: Uint8Array, start: number, end: number, isSmall: boolean): number {
    const length = Math.min(end - start, this.#creditBytes(), this.#sender.payloadBytes(isSmall))
    if (length <= 0) return start
    writeFrameHead(frame, start - frameHeadBytes, frameType.data, length, this.#owner.id)
    this.#sentBytes += length
    this.#sender.data(frame.subarray(start - frameHeadBytes, start + length))
    return start + length
  }
}
