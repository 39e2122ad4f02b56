// A stream over another one, which everything passes to as it is: for those who change some of it.

import type { SessionStream, StreamEnd, StreamHandlers, StreamRefusal } from './session.ts'

export class PassingStream implements SessionStream {
  protected readonly stream: SessionStream

  constructor(stream: SessionStream) {
    this.stream = stream
  }

  get id(): number {
    return this.stream.id
  }

  get source(): string {
    return this.stream.source
  }

  get sentBytes(): number {
    return this.stream.sentBytes
  }

  get receivedBytes(): number {
    return this.stream.receivedBytes
  }

  get closed(): Promise<StreamEnd> {
    return this.stream.closed
  }

  start(handlers: StreamHandlers): void {
    this.stream.start(handlers)
  }

  write(bytes: Uint8Array): boolean {
    return this.stream.write(bytes)
  }

  writeFrame(frame: Uint8Array, payloadBytes: number): boolean {
    return this.stream.writeFrame(frame, payloadBytes)
  }

  consumed(byteCount: number): void {
    this.stream.consumed(byteCount)
  }

  end(): void {
    this.stream.end()
  }

  reset(refusal: StreamRefusal): void {
    this.stream.reset(refusal)
  }

  sendDatagram(bytes: Uint8Array): boolean {
    return this.stream.sendDatagram(bytes)
  }
}
