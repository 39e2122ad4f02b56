// One stream: two halves, and how it ends.

import { encodeFrame, frameHeadBytes, frameType, writeFrameHead } from '@farport/protocol'
import { ReceiveWindow, type ReceiveWindowOptions } from './receive-window.ts'
import { SendHalf } from './send-half.ts'
import type { Sender } from './sender.ts'
import { streamCode, type SessionStream, type StreamEnd, type StreamHandlers, type StreamRefusal } from './session.ts'

const earlyPiecesMax = 256

export interface MuxStreamOptions {
  readonly id: number
  readonly source: string
  readonly sender: Sender
  readonly window: ReceiveWindowOptions
  readonly unsentBytesMax: number
  /** A monotonic clock. */
  readonly nowMs: () => number
  readonly roundTripMs: () => number
  /** It is over both ways. */
  readonly onOver: (stream: MuxStream, end: StreamEnd) => void
}

export class MuxStream implements SessionStream {
  readonly id: number
  readonly source: string
  readonly #options: MuxStreamOptions
  readonly #sending: SendHalf
  readonly #window: ReceiveWindow
  readonly #closing = Promise.withResolvers<StreamEnd>()
  #handlers: StreamHandlers | undefined
  /** What came before anybody listened: at most one window. */
  #early: Uint8Array[] = []
  #isOpen = false
  #hasReceivedEnd = false
  #hasSentEnd = false
  #over: StreamEnd | undefined

  constructor(options: MuxStreamOptions) {
    this.id = options.id
    this.source = options.source
    this.#options = options
    this.#window = new ReceiveWindow(options.window)
    this.#sending = new SendHalf({
      streamId: options.id,
      sender: options.sender,
      unsentBytesMax: options.unsentBytesMax,
      onDrain: () => this.#handlers?.onDrain(),
      onFinished: () => {
        this.#hasSentEnd = true
        this.#finishWhenBothEnded()
      },
    })
  }

  get sentBytes(): number {
    return this.#sending.sentBytes
  }

  get receivedBytes(): number {
    return this.#window.received
  }

  get windowBytes(): number {
    return this.#window.bytes
  }

  get closed(): Promise<StreamEnd> {
    return this.#closing.promise
  }

  start(handlers: StreamHandlers): void {
    this.#handlers = handlers
    const early = this.#early
    this.#early = []
    for (const bytes of early) handlers.onBytes(bytes, true)
    if (this.#hasReceivedEnd) handlers.onEnd()
    if (this.#over !== undefined) handlers.onClose(this.#over)
  }

  write(bytes: Uint8Array): boolean {
    return this.#sending.write(bytes)
  }

  writeFrame(frame: Uint8Array, payloadBytes: number): boolean {
    return this.#sending.writeFrame(frame, payloadBytes)
  }

  consumed(byteCount: number): void {
    const { nowMs, roundTripMs, sender } = this.#options
    const isDue = this.#window.consume(byteCount, nowMs, roundTripMs())
    if (!isDue || this.#over !== undefined || this.#hasReceivedEnd) return
    sender.control(
      encodeFrame({ type: 'window', streamId: this.id, consumed: this.#window.consumed, window: this.#window.bytes }),
    )
  }

  end(): void {
    this.#sending.end()
  }

  reset(refusal: StreamRefusal): void {
    if (this.#over !== undefined) return
    this.#options.sender.control(encodeFrame({ type: 'reset', streamId: this.id, ...refusal }))
    this.finish(refusal)
  }

  sendDatagram(bytes: Uint8Array): boolean {
    if (this.#over !== undefined) return false
    const frame = Buffer.allocUnsafe(frameHeadBytes + bytes.length)
    writeFrameHead(frame, 0, frameType.datagram, bytes.length, this.id)
    frame.set(bytes, frameHeadBytes)
    return this.#options.sender.datagram(frame)
  }

  // What follows is for the session, when frames come.

  /** The other end may send now, and this end may send as many bytes. */
  open(window: number): void {
    this.#isOpen = true
    this.#sending.credit(0, window)
  }

  /** False when that cannot be: more is consumed than was sent, or nothing may be sent yet. */
  credit(consumed: number, window: number): boolean {
    return this.#isOpen && this.#sending.credit(consumed, window)
  }

  /** Why these bytes may not come, or undefined. */
  receive(bytes: Uint8Array, isLast: boolean): 'unopened' | 'after-end' | 'over-window' | undefined {
    if (!this.#isOpen) return 'unopened'
    if (this.#hasReceivedEnd) return 'after-end'
    if (!this.#window.receive(bytes.length)) return 'over-window'
    if (this.#handlers === undefined) this.#keep(bytes)
    else this.#handlers.onBytes(bytes, isLast)
    return undefined
  }

  /** False when the beginning has not come. One that nobody listens for is lost, as datagrams may be. */
  receiveDatagram(bytes: Uint8Array): boolean {
    if (this.#isOpen) this.#handlers?.onDatagram?.(bytes)
    return this.#isOpen
  }

  /** False when the end has come before, or the beginning has not. */
  receiveEnd(): boolean {
    if (this.#hasReceivedEnd || !this.#isOpen) return false
    this.#hasReceivedEnd = true
    this.#handlers?.onEnd()
    this.#finishWhenBothEnded()
    return true
  }

  /** Over, without a word to the other end. */
  finish(end: StreamEnd): void {
    if (this.#over !== undefined) return
    this.#over = end
    this.#sending.drop()
    this.#window.release()
    this.#options.onOver(this, end)
    this.#closing.resolve(end)
    this.#handlers?.onClose(end)
  }

  /** Many little pieces become one, or they would take far more than a window. */
  #keep(bytes: Uint8Array): void {
    this.#early.push(Uint8Array.from(bytes))
    if (this.#early.length === earlyPiecesMax) this.#early = [Buffer.concat(this.#early)]
  }

  #finishWhenBothEnded(): void {
    if (this.#hasSentEnd && this.#hasReceivedEnd) this.finish({ code: streamCode.none, message: '' })
  }
}
