// Links over a WebSocket, for networks that let nothing else through. Bytes travel in binary messages; as a WebSocket
// cannot be half-closed, an empty message ends a direction.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import { WebSocket, WebSocketServer } from 'ws'
import type { Link, LinkHandlers, LinkRefusal, Place, Transport } from './link.ts'

export const messageBytesMax = 65_536
const connectTimeoutMs = 10_000

const path = '/link/v1'
const serverOptions = { perMessageDeflate: false, maxPayload: messageBytesMax } as const

export function createWebSocketTransport(): Transport {
  return { listen, connect }
}

async function listen({ host, port }: Place, onLink: (link: Link) => void) {
  const server = createServer((_request, response) => response.writeHead(426).end())
  const sockets = new WebSocketServer({ server, path, ...serverOptions })
  sockets.on('connection', (socket, request) => onLink(webSocketLink(socket, request.socket.remoteAddress ?? '')))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
  const { port: boundPort } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    place: { host, port: boundPort },
    async [Symbol.asyncDispose]() {
      sockets.close()
      server.close()
    },
  }
}

function connect({ host, port }: Place): Promise<Result<Link, LinkRefusal>> {
  return new Promise((resolve) => {
    const url = `ws://${host.includes(':') ? `[${host}]` : host}:${port}${path}`
    const socket = new WebSocket(url, { ...serverOptions, handshakeTimeout: connectTimeoutMs })
    const onError = (error: Error): void => resolve(refuse({ code: 'unreachable', message: error.message }))
    socket.once('error', onError)
    socket.once('open', () => {
      socket.off('error', onError)
      resolve(accept(webSocketLink(socket, host)))
    })
  })
}

/** The link over an open WebSocket, which belongs to it from now on. */
export function webSocketLink(socket: WebSocket, remoteAddress: string): Link {
  return new WebSocketLink(socket, remoteAddress)
}

class WebSocketLink implements Link {
  readonly kind = 'websocket'
  readonly remoteAddress: string
  readonly peerKey = undefined
  readonly #socket: WebSocket
  /** Messages that come before anybody listens: the socket is paused at once, so they are few. */
  #early: Uint8Array[] = []
  #handlers: LinkHandlers | undefined
  #failure: Error | undefined
  #queuedBytes = 0
  #hasEnded = false
  #hasReceivedEnd = false

  constructor(socket: WebSocket, remoteAddress: string) {
    this.#socket = socket
    this.remoteAddress = remoteAddress
    socket.binaryType = 'nodebuffer'
    socket.pause()
    socket.on('error', (error) => (this.#failure ??= error))
    socket.on('message', (message: Buffer, isBinary) => this.#onMessage(message, isBinary))
    socket.on('close', () => this.#onClose())
  }

  start(handlers: LinkHandlers): void {
    this.#handlers = handlers
    const early = this.#early
    this.#early = []
    for (const bytes of early) this.#deliver(handlers, bytes)
    if (this.#socket.readyState === WebSocket.CLOSED) setImmediate(() => this.#onClose())
    else this.#socket.resume()
  }

  get queuedBytes(): number {
    return this.#queuedBytes
  }

  write(bytes: Uint8Array): boolean {
    if (this.#hasEnded || this.#socket.readyState !== WebSocket.OPEN) return false
    for (let offset = 0; offset < bytes.length; offset += messageBytesMax)
      this.#send(Buffer.from(bytes.subarray(offset, offset + messageBytesMax)))
    return this.#queuedBytes === 0
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  end(): void {
    if (this.#hasEnded || this.#socket.readyState !== WebSocket.OPEN) return
    this.#hasEnded = true
    this.#send(Buffer.alloc(0))
    if (this.#hasReceivedEnd) this.#socket.close()
  }

  destroy(reason?: Error): void {
    this.#failure ??= reason
    this.#socket.terminate()
  }

  #send(message: Buffer): void {
    this.#queuedBytes += message.length
    this.#socket.send(message, () => {
      this.#queuedBytes -= message.length
      if (this.#queuedBytes === 0 && message.length > 0) this.#handlers?.onDrain()
    })
  }

  #onMessage(message: Buffer, isBinary: boolean): void {
    if (!isBinary) this.destroy(new Error('a text message came over a link'))
    else if (this.#handlers === undefined) this.#early.push(message)
    else this.#deliver(this.#handlers, message)
  }

  #deliver(handlers: LinkHandlers, message: Uint8Array): void {
    if (this.#hasReceivedEnd) return this.destroy(new Error('bytes came after the end'))
    if (message.length > 0) return handlers.onBytes(message)
    this.#hasReceivedEnd = true
    handlers.onEnd()
    if (this.#hasEnded) this.#socket.close()
  }

  #onClose(): void {
    const isOrderly = this.#hasEnded && this.#hasReceivedEnd
    this.#handlers?.onClose(this.#failure ?? (isOrderly ? undefined : new Error('the other end closed the link')))
  }
}
