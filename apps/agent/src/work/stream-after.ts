// A stream that somebody has started and read from, for whoever comes after: as if it had just been accepted.

import type { SessionStream, StreamEnd, StreamHandlers, StreamRefusal } from '@farport/session'

export class StreamAfter implements SessionStream {
  readonly #stream: SessionStream
  readonly #onStart: (handlers: StreamHandlers) => void

  constructor(stream: SessionStream, onStart: (handlers: StreamHandlers) => void) {
    this.#stream = stream
    this.#onStart = onStart
  }

  get id(): number {
    return this.#stream.id
  }

  get source(): string {
    return this.#stream.source
  }

  get sentBytes(): number {
    return this.#stream.sentBytes
  }

  get receivedBytes(): number {
    return this.#stream.receivedBytes
  }

  get closed(): Promise<StreamEnd> {
    return this.#stream.closed
  }

  start(handlers: StreamHandlers): void {
    this.#onStart(handlers)
  }

  write(bytes: Uint8Array): boolean {
    return this.#stream.write(bytes)
  }

  writeFrame(frame: Uint8Array, payloadBytes: number): boolean {
    return this.#stream.writeFrame(frame, payloadBytes)
  }

  consumed(byteCount: number): void {
    this.#stream.consumed(byteCount)
  }

  end(): void {
    this.#stream.end()
  }

  reset(refusal: StreamRefusal): void {
    this.#stream.reset(refusal)
  }

  sendDatagram(bytes: Uint8Array): boolean {
    return this.#stream.sendDatagram(bytes)
  }
}
