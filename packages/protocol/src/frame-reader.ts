// Cuts a stream of bytes into frames. DATA is handed on as it comes, never gathered, and VOID passed over; every other frame is gathered
// up to its own small limit, so that a stranger's bytes can make this allocate no more than one datagram.

import type { Result } from '@farport/basics'
import { decodePayload, readFrameHead, type ControlFrame, type FrameHead, type FrameRefusal } from './frame-codec.ts'
import { frameHeadBytes, frameType } from './frames.ts'

export interface FrameHandlers {
  onFrame(frame: ControlFrame): void
  /** Some bytes of a DATA frame, valid until the call returns. `isLast` tells the last ones of the frame. */
  onData(streamId: number, bytes: Uint8Array, isLast: boolean): void
  /** Valid until the call returns. */
  onDatagram(streamId: number, bytes: Uint8Array): void
  /** These bytes are no frames. Nothing is read after this. */
  onGarbage(refusal: FrameRefusal): void
}

export class FrameReader {
  readonly #handlers: FrameHandlers
  readonly #headBytes = new Uint8Array(frameHeadBytes)
  #headLength = 0
  #head: FrameHead | undefined
  /** Of the current frame, still to come. */
  #missing = 0
  #gathered: Uint8Array | undefined
  #isOver = false

  constructor(handlers: FrameHandlers) {
    this.#handlers = handlers
  }

  /** Whether the bytes so far end between two frames. */
  get isBetweenFrames(): boolean {
    return this.#headLength === 0
  }

  /** Hands out nothing more: for the handler that ends the session in the middle of a chunk. */
  stop(): void {
    this.#isOver = true
  }

  push(chunk: Uint8Array): void {
    let offset = 0
    while (offset < chunk.length && !this.#isOver) {
      offset = this.#head === undefined ? this.#readHead(chunk, offset) : this.#readPayload(this.#head, chunk, offset)
    }
  }

  #readHead(chunk: Uint8Array, offset: number): number {
    if (this.#headLength === 0 && chunk.length - offset >= frameHeadBytes) {
      this.#headLength = frameHeadBytes
      this.#begin(readFrameHead(chunk, offset))
      return offset + frameHeadBytes
    }
    const part = chunk.subarray(offset, offset + frameHeadBytes - this.#headLength)
    this.#headBytes.set(part, this.#headLength)
    this.#headLength += part.length
    if (this.#headLength === frameHeadBytes) this.#begin(readFrameHead(this.#headBytes))
    return offset + part.length
  }

  #begin(read: Result<FrameHead, FrameRefusal>): void {
    if (!read.ok) {
      this.#isOver = true
      this.#handlers.onGarbage(read.refusal)
      return
    }
    this.#head = read.value
    this.#missing = read.value.length
    if (this.#missing === 0) this.#finish(read.value, new Uint8Array(0))
  }

  #readPayload(head: FrameHead, chunk: Uint8Array, offset: number): number {
    const part = chunk.subarray(offset, offset + this.#missing)
    this.#missing -= part.length
    if (head.type === frameType.data) {
      const isLast = this.#missing === 0
      if (isLast) this.#end()
      this.#handlers.onData(head.streamId, part, isLast)
    } else if (head.type === frameType.void) {
      if (this.#missing === 0) this.#end()
    } else if (part.length === head.length) {
      this.#finish(head, part)
    } else {
      this.#gathered ??= new Uint8Array(head.length)
      this.#gathered.set(part, head.length - this.#missing - part.length)
      if (this.#missing === 0) this.#finish(head, this.#gathered)
    }
    return offset + part.length
  }

  #finish(head: FrameHead, payload: Uint8Array): void {
    this.#end()
    if (head.type === frameType.void) return
    if (head.type === frameType.datagram) {
      this.#handlers.onDatagram(head.streamId, payload)
      return
    }
    const decoded = decodePayload(head, payload)
    if (decoded.ok) {
      this.#handlers.onFrame(decoded.value)
    } else {
      this.#isOver = true
      this.#handlers.onGarbage(decoded.refusal)
    }
  }

  #end(): void {
    this.#head = undefined
    this.#headLength = 0
    this.#gathered = undefined
  }
}
