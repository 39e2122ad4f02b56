// Splices a socket with a stream, both ways: half-close, back-pressure and all.

import type { Socket } from 'node:net'
import { readStatically, resetSocket, sharedFrame } from '@farport/transport'
import { streamCode, type SessionStream, type StreamEnd, type StreamHandlers, type StreamRefusal } from './session.ts'
import { SocketWriter } from './socket-writer.ts'

export interface Bridge {
  /** From the socket into the stream, so far. */
  readonly sentBytes: number
  /** From the stream to the socket, so far. */
  readonly receivedBytes: number
  /** Resolves when both the stream and the socket are over. */
  readonly closed: Promise<StreamEnd>
  /** Cuts both at once. */
  cut(refusal: StreamRefusal): void
}

/** Both belong to the bridge from now on. The socket is connected and has not been read from. */
export function bridge(socket: Socket, stream: SessionStream): Bridge {
  return new SocketBridge(socket, stream)
}

const connectionClosed: StreamRefusal = { code: streamCode.broken, message: 'the connection closed' }

class SocketBridge implements Bridge, StreamHandlers {
  readonly #socket: Socket
  readonly #stream: SessionStream
  readonly #writer: SocketWriter
  readonly #closing = Promise.withResolvers<StreamEnd>()
  #hasSocketEnded = false
  #hasStreamEnded = false
  #isSocketOver = false
  #streamEnd: StreamEnd | undefined

  constructor(socket: Socket, stream: SessionStream) {
    this.#socket = socket
    this.#stream = stream
    this.#writer = new SocketWriter(socket, (byteCount) => stream.consumed(byteCount))
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    socket.on('end', () => {
      this.#hasSocketEnded = true
      stream.end()
    })
    socket.on('error', (error) => stream.reset({ code: streamCode.broken, message: error.message }))
    socket.on('close', () => this.#onSocketClosed())
    stream.start(this)
    if (socket.destroyed) this.#onSocketClosed()
    else readStatically(socket, (bytes, isShared) => this.#onSocketBytes(bytes, isShared))
  }

  get sentBytes(): number {
    return this.#stream.sentBytes
  }

  get receivedBytes(): number {
    return this.#stream.receivedBytes
  }

  get closed(): Promise<StreamEnd> {
    return this.#closing.promise
  }

  cut(refusal: StreamRefusal): void {
    this.#stream.reset(refusal)
    resetSocket(this.#socket)
  }

  onBytes(bytes: Uint8Array, isLast: boolean): void {
    this.#writer.write(bytes, isLast)
  }

  onDrain(): void {
    this.#socket.resume()
  }

  onEnd(): void {
    this.#hasStreamEnded = true
    this.#writer.end()
  }

  onClose(end: StreamEnd): void {
    this.#streamEnd = end
    // A reset, not an end: whoever reads the socket must not take half a file for a whole one.
    const isInOrder = end.code === streamCode.none && this.#hasSocketEnded && this.#hasStreamEnded
    if (!isInOrder) resetSocket(this.#socket)
    this.#closeWhenBothOver()
  }

  #onSocketBytes(bytes: Uint8Array, isShared: boolean): boolean {
    return isShared ? this.#stream.writeFrame(sharedFrame, bytes.length) : this.#stream.write(bytes)
  }

  /** After an orderly end both ways the stream may still have bytes on their way, and is left to finish. */
  #onSocketClosed(): void {
    this.#isSocketOver = true
    if (!this.#hasSocketEnded || !this.#writer.isOver) this.#stream.reset(connectionClosed)
    this.#closeWhenBothOver()
  }

  #closeWhenBothOver(): void {
    if (this.#streamEnd !== undefined && this.#isSocketOver) this.#closing.resolve(this.#streamEnd)
  }
}
