// What both ends of a resumable link have in common: they count, keep, and send again. How a link comes to carry is the
// initiator's (movable-link.ts) and the acceptor's (followed-link.ts).

import { frameType } from '@farport/protocol'
import type { Link } from '@farport/transport'
import { Replay } from './replay.ts'
import type { ResumableLimits, ResumableLink, ResumableLinkHandlers } from './resumable-link.ts'
import { restartable } from './restartable-link.ts'

/** One of the links beneath, and where in the session's bytes its two directions stand. */
export interface Carrier {
  readonly link: Link
  /** Of the next byte that it delivers. */
  received: number
  /** Of the next byte to be written to it. */
  sent: number
  /** Its last write answered false. */
  isFull: boolean
}

export interface CarriedLinkOptions extends ResumableLimits {
  readonly sessionId: Uint8Array
  /** Open, and bytes of the session may be written to it. */
  readonly first: Link
}

export class CarriedLink implements ResumableLink {
  readonly sessionId: Uint8Array
  readonly peerKey: string | undefined
  readonly replayBytesMax: number
  protected readonly replay = new Replay()
  /** Received in order, over all links. */
  protected received = 0
  protected current: Carrier | undefined
  protected isClosed = false
  /** While a move is under way: as many as the other end was told there. */
  protected toldBytes: number | undefined
  readonly #absenceMsMax: number
  readonly #first: Link
  #handlers: ResumableLinkHandlers | undefined
  #early: Uint8Array[] = []
  /** The furthest that was written to any link. */
  #sentMost = 0
  #isPaused = false
  #isDrainAwaited = false
  #isEnding = false
  #absence: NodeJS.Timeout | undefined
  #closeReason: Error | undefined

  constructor({ sessionId, first, replayBytesMax, absenceMsMax }: CarriedLinkOptions) {
    this.sessionId = sessionId
    this.peerKey = first.peerKey
    this.replayBytesMax = replayBytesMax
    this.#absenceMsMax = absenceMsMax
    this.#first = first
    this.current = this.createCarrier(first, 0, 0)
  }

  get kind(): Link['kind'] {
    return (this.carrier ?? this.#first).kind
  }

  get remoteAddress(): string {
    return (this.carrier ?? this.#first).remoteAddress
  }

  get carrier(): Link | undefined {
    return this.current?.link
  }

  get receivedBytes(): number {
    return this.toldBytes ?? this.received
  }

  get sentBytes(): number {
    return this.replay.end
  }

  get unacknowledgedBytes(): number {
    return this.replay.end - this.replay.start
  }

  get queuedBytes(): number {
    return this.#unsentBytes() + (this.carrier?.queuedBytes ?? 0)
  }

  get windowBytes(): number | undefined {
    return this.carrier?.windowBytes
  }

  /** 0: what carries now takes none. */
  get datagramBytesMax(): number {
    return this.carrier?.datagramBytesMax ?? 0
  }

  sendDatagram(bytes: Uint8Array): boolean {
    return this.carrier?.sendDatagram?.(bytes) ?? false
  }

  start(handlers: ResumableLinkHandlers): void {
    this.#handlers = handlers
    const early = this.#early
    this.#early = []
    for (const bytes of early) handlers.onBytes(bytes)
    if (this.isClosed) setImmediate(() => handlers.onClose(this.#closeReason))
    else if (!this.#isPaused) this.current?.link.resume()
  }

  write(bytes: Uint8Array, passing: readonly number[] = []): boolean {
    if (this.isClosed || this.#isEnding) return false
    const carrier = this.current
    const isNext = carrier !== undefined && !carrier.isFull && carrier.sent === this.replay.end
    this.replay.append(bytes, passing)
    if (isNext) this.#writeTo(carrier, bytes)
    this.#isDrainAwaited = !this.#hasRoom()
    return !this.#isDrainAwaited
  }

  acknowledged(receivedBytes: number): boolean {
    if (receivedBytes > this.#sentMost) return false
    // What another link has brought already is still owed to this one: bytes have no numbers there.
    this.replay.forget(Math.min(receivedBytes, this.current?.sent ?? receivedBytes))
    this.#tellRoom()
    return true
  }

  pause(): void {
    this.#isPaused = true
    this.current?.link.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.current?.link.resume()
  }

  end(): void {
    if (this.#isEnding || this.isClosed) return
    this.#isEnding = true
    if (this.current === undefined) this.close(undefined)
    else if (this.#unsentBytes() === 0) this.current.link.end()
  }

  destroy(reason?: Error): void {
    if (this.isClosed) return
    const carrier = this.current
    this.current = undefined
    carrier?.link.destroy(reason)
    this.close(reason)
  }

  dropCarrier(reason: Error): void {
    const carrier = this.current
    if (carrier === undefined) return
    carrier.link.destroy(reason)
    this.lose(carrier, reason)
  }

  /** What travels on this link from now on is the session's, from these offsets on. */
  protected createCarrier(link: Link, received: number, sent: number): Carrier {
    const carrier: Carrier = { link: restartable(link), received, sent, isFull: false }
    carrier.link.start({
      onBytes: (bytes) => this.receive(carrier, bytes),
      onDrain: () => {
        carrier.isFull = false
        if (carrier === this.current) this.#sendWaiting(carrier)
      },
      onEnd: () => {
        if (this.#isEnding) return // and the other end has answered that
        carrier.link.destroy()
        this.lose(carrier, new Error('the other end ended the link'))
      },
      onClose: (reason) => this.lose(carrier, reason),
      onDatagram: (bytes) => this.#handlers?.onDatagram?.(bytes),
    })
    return carrier
  }

  /** It carries from now on: first what the other end has not received. */
  protected carry(carrier: Carrier): void {
    this.current = carrier
    clearTimeout(this.#absence)
    this.#absence = undefined
    this.replay.overwritePassing(carrier.sent, frameType.void)
    if (this.#isPaused) carrier.link.pause()
    this.#handlers?.onCarrier?.(carrier.link)
    if (this.current === carrier) this.#sendWaiting(carrier)
  }

  /** Bytes of the session, from any of the links beneath: what another has brought already is skipped. */
  protected receive(carrier: Carrier, bytes: Uint8Array): void {
    const skipped = this.received - carrier.received
    carrier.received += bytes.length
    if (this.isClosed || skipped >= bytes.length) return
    const fresh = skipped === 0 ? bytes : bytes.subarray(skipped)
    this.received += fresh.length
    if (this.#handlers !== undefined) return this.#handlers.onBytes(fresh)
    this.#early.push(Uint8Array.from(fresh))
    carrier.link.pause()
  }

  protected lose(carrier: Carrier, reason: Error | undefined): void {
    if (carrier !== this.current || this.isClosed) return
    this.current = undefined
    if (this.#isEnding) return this.close(reason)
    this.#absence = setTimeout(() => {
      this.close(new Error(`the link was lost, and no other came within ${this.#absenceMsMax / 1000} s`))
    }, this.#absenceMsMax)
    this.#absence.unref()
    this.#handlers?.onCarrier?.(undefined)
  }

  protected close(reason: Error | undefined): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#closeReason = reason
    clearTimeout(this.#absence)
    this.replay.clear()
    setImmediate(() => this.#handlers?.onClose(reason))
  }

  #writeTo(carrier: Carrier, bytes: Uint8Array): void {
    carrier.sent += bytes.length
    this.#sentMost = Math.max(this.#sentMost, carrier.sent)
    carrier.isFull = !carrier.link.write(bytes)
  }

  #sendWaiting(carrier: Carrier): void {
    if (carrier.sent < this.replay.start) throw new RangeError('a link carries on from bytes that are not kept')
    while (!carrier.isFull && carrier.sent < this.replay.end) this.#writeTo(carrier, this.replay.from(carrier.sent))
    if (this.#isEnding && this.#unsentBytes() === 0) carrier.link.end()
    else this.#tellRoom()
  }

  #unsentBytes(): number {
    return this.replay.end - (this.current?.sent ?? this.replay.end)
  }

  #hasRoom(): boolean {
    const carrier = this.current
    const isCarried = carrier !== undefined && !carrier.isFull && carrier.sent === this.replay.end
    return isCarried && this.unacknowledgedBytes < this.replayBytesMax
  }

  #tellRoom(): void {
    if (!this.#isDrainAwaited || !this.#hasRoom()) return
    this.#isDrainAwaited = false
    this.#handlers?.onDrain()
  }
}
