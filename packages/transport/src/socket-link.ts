// A link over a connected socket of Node, plain or TLS.

import type { Socket } from 'node:net'
import type { Link, LinkHandlers } from './link.ts'
import { readStatically } from './static-read.ts'

export interface SocketLinkOptions {
  readonly kind: 'tcp' | 'tls'
  readonly remoteAddress: string
  readonly peerKey?: string
}

/** The socket belongs to the link from now on. */
export function createSocketLink(socket: Socket, options: SocketLinkOptions): Link {
  return new SocketLink(socket, options)
}

class SocketLink implements Link {
  readonly kind: 'tcp' | 'tls'
  readonly remoteAddress: string
  readonly peerKey: string | undefined
  readonly #socket: Socket
  #handlers: LinkHandlers | undefined
  #failure: Error | undefined
  #isDrainAwaited = false

  constructor(socket: Socket, { kind, remoteAddress, peerKey }: SocketLinkOptions) {
    this.kind = kind
    this.remoteAddress = remoteAddress
    this.peerKey = peerKey
    this.#socket = socket
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    socket.on('error', (error) => (this.#failure ??= error))
  }

  start(handlers: LinkHandlers): void {
    this.#handlers = handlers
    const socket = this.#socket
    socket.on('end', () => handlers.onEnd())
    socket.on('close', () => handlers.onClose(this.#failure))
    // A socket that ended or closed before anybody listened tells nothing more by itself.
    if (socket.readableEnded) setImmediate(() => handlers.onEnd())
    if (socket.closed) setImmediate(() => handlers.onClose(this.#failure))
    else
      readStatically(socket, (bytes) => {
        handlers.onBytes(bytes)
        return true
      })
  }

  write(bytes: Uint8Array): boolean {
    const socket = this.#socket
    if (!socket.writable) return false
    // TLS encrypts, and thereby copies, a write that nothing stands before, until it returns. All else keeps the bytes.
    const isTakenAtOnce = this.kind === 'tls' && socket.writableLength === 0
    socket.write(isTakenAtOnce ? bytes : Buffer.from(bytes), this.#onWritten)
    this.#isDrainAwaited = socket.writableLength > 0
    return !this.#isDrainAwaited
  }

  get queuedBytes(): number {
    return this.#socket.writableLength
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  end(): void {
    this.#socket.end()
  }

  destroy(reason?: Error): void {
    this.#socket.destroy(reason)
  }

  readonly #onWritten = (): void => {
    if (!this.#isDrainAwaited || this.#socket.writableLength > 0) return
    this.#isDrainAwaited = false
    this.#handlers?.onDrain()
  }
}
