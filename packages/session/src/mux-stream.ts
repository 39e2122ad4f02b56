// One stream: two halves, and how it ends.

import {
  datagramHeadBytes,
  encodeDatagram,
  encodeFrame,
  frameHeadBytes,
  frameType,
  writeFrameHead,
} from '@farport/protocol'
import type { Link } from '@farport/transport'
import type { Expediter } from './expediter.ts'
import { ReceiveWindow, type ReceiveWindowOptions } from './receive-window.ts'
import { SendHalf, type SendHalfOwner } from './send-half.ts'
import type { Sender } from './sender.ts'
import { streamCode, type SessionStream, type StreamEnd, type StreamHandlers, type StreamRefusal } from './session.ts'

const earlyPiecesMax = 256

/** What all streams of a session have in common. */
export interface StreamSurroundings {
  readonly sender: Sender
  /** What may carry datagrams beside the bytes. */
  readonly beside: Pick<Link, 'sendDatagram' | 'datagramBytesMax'>
  readonly expediter: Expediter
  /** A datagram goes out there. */
  readonly onBeside: () => void
  readonly window: ReceiveWindowOptions
  readonly unsentBytesMax: number
  /** A monotonic clock. */
  readonly nowMs: () => number
  readonly roundTripMs: () => number
}

export interface MuxStreamOptions {
  readonly id: number
  readonly source: string
  readonly surroundings: StreamSurroundings
  /** It is over both ways. */
  readonly onOver: (stream: MuxStream, end: StreamEnd) => void
}

export class MuxStream implements SessionStream, SendHalfOwner {
  readonly id: number
  readonly source: string
  readonly #surroundings: StreamSurroundings
  readonly #onOver: MuxStreamOptions['onOver']
  readonly #sending: SendHalf
  readonly #window: ReceiveWindow
  #handlers: StreamHandlers | undefined
  /** What came before anybody listened: at most one window. */
  #early: Uint8Array[] = []
  /** Came as copies, and not yet in their turn. */
  #aheadBytes = 0
  #isOpen = false
  #hasReceivedEnd = false
  #hasSentEnd = false
  #over: StreamEnd | undefined
  /** Made when somebody asks for it. */
  #closing: PromiseWithResolvers<StreamEnd> | undefined

  constructor({ id, source, surroundings, onOver }: MuxStreamOptions) {
    this.id = id
    this.source = source
    this.#surroundings = surroundings
    this.#onOver = onOver
    this.#window = new ReceiveWindow(surroundings.window)
    this.#sending = new SendHalf(this, surroundings)
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
    if (this.#over !== undefined) return Promise.resolve(this.#over)
    this.#closing ??= Promise.withResolvers<StreamEnd>()
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
    const { nowMs, roundTripMs, sender } = this.#surroundings
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
    this.#surroundings.sender.control(encodeFrame({ type: 'reset', streamId: this.id, ...refusal }))
    this.finish(refusal)
  }

  sendDatagram(bytes: Uint8Array): boolean {
    const { sender, beside, onBeside } = this.#surroundings
    if (this.#over !== undefined) return false
    if (datagramHeadBytes + bytes.length <= (beside.datagramBytesMax ?? 0)) {
      onBeside()
      return beside.sendDatagram?.(encodeDatagram(this.id, bytes)) ?? false
    }
    const frame = Buffer.allocUnsafe(frameHeadBytes + bytes.length)
    writeFrameHead(frame, 0, frameType.datagram, bytes.length, this.id)
    frame.set(bytes, frameHeadBytes)
    return sender.datagram(frame)
  }

  // What follows is for the sending half.

  onDrain(): void {
    this.#handlers?.onDrain()
  }

  onFinished(): void {
    this.#hasSentEnd = true
    this.#finishWhenBothEnded()
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
    const known = Math.min(this.#aheadBytes, bytes.length)
    this.#aheadBytes -= known
    if (known === bytes.length) return undefined
    const fresh = known === 0 ? bytes : bytes.subarray(known)
    if (!this.#window.receive(fresh.length)) return 'over-window'
    if (this.#handlers === undefined) this.#keep(fresh)
    else this.#handlers.onBytes(fresh, isLast)
    return undefined
  }

  /** Bytes from this offset on, perhaps before their turn. Those that something is missing before wait for it. */
  receiveCopy(offset: number, bytes: Uint8Array): void {
    const { received } = this.#window
    const isNew = offset <= received && offset + bytes.length > received
    if (!isNew || this.#hasReceivedEnd || this.#handlers === undefined) return
    const fresh = bytes.subarray(received - offset)
    if (!this.#window.receive(fresh.length)) return
    this.#aheadBytes += fresh.length
    this.#handlers.onBytes(fresh, true)
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
    this.#onOver(this, end)
    this.#closing?.resolve(end)
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
