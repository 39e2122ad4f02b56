// The relay's one port. What a socket says first decides: TLS is a control channel, a token is a work connection, and
// all else is closed, as is whoever says nothing.

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls'
import { tunnelMessageBytesMax, tunnelPath } from '@farport/protocol'
import { serverTlsOptions, type Identity } from '@farport/transport'
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws'
import { Admissions } from './admissions.ts'
import { Deadlines } from './deadlines.ts'
import { readFirstBytes } from './first-bytes.ts'
import type { Limits } from './limits.ts'
import { plainAddress } from './proxies/address-rule.ts'

export interface FrontDoorOptions {
  limits: Pick<Limits, 'silentSocketsMax' | 'firstBytesMs' | 'arrivalsMax' | 'arrivalsPerAddressMax' | 'handshakeMs'>
  identity: Identity
  now: () => number
  /** `onArrived` is to be called when the agent has entered or is gone. */
  onTunnel: (socket: WebSocket, address: string, onArrived: () => void) => void
  /** What follows the token is still in the socket. */
  onWork: (token: string, socket: Socket) => void
}

export class FrontDoor implements AsyncDisposable {
  readonly #options: FrontDoorOptions
  readonly #server: Server
  readonly #http: HttpServer
  readonly #webSockets: WebSocketServer
  readonly #secureContext: SecureContext
  readonly #admissions: Admissions
  readonly #sockets = new Set<Socket>()
  /** Resolves when the last socket of a door that has stopped listening is gone. */
  readonly #closed = Promise.withResolvers<void>()
  /** Have not sent enough to tell what they are. */
  readonly #silent: Deadlines<Socket>
  /** Are between ClientHello and WebSocket. */
  readonly #arriving: Deadlines<Socket>
  /** What to call when an arriving socket has arrived, by the TLS socket that HTTP sees. */
  readonly #arrivals = new WeakMap<object, Arrival>()

  constructor(options: FrontDoorOptions) {
    const { limits, now } = options
    this.#options = options
    this.#admissions = new Admissions({ totalMax: limits.arrivalsMax, perAddressMax: limits.arrivalsPerAddressMax })
    this.#silent = new Deadlines({ afterMs: limits.firstBytesMs, onDue: (socket) => socket.destroy(), now })
    this.#arriving = new Deadlines({ afterMs: limits.handshakeMs, onDue: (socket) => socket.destroy(), now })
    this.#secureContext = createSecureContext({ ...serverTlsOptions(options.identity), ...lightHandshake })
    this.#webSockets = createWebSocketServer()
    this.#http = createHttpServer({ keepAliveTimeout: 1000, maxHeaderSize: 8192, requestTimeout: limits.handshakeMs })
    this.#http.on('request', answerRequest)
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as TLSSocket, head)) // it was emitted with one
    this.#server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) =>
      this.#meet(socket),
    )
  }

  /** Sockets that have not become a tunnel or a work connection yet. */
  get waiting(): number {
    return this.#silent.size + this.#admissions.total
  }

  /** The port. Rejects when it is taken. */
  async listen(port: number, host: string | undefined): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server.once('error', reject)
    this.#server.listen({ port, host, backlog: 4096 }, resolve)
    await promise
    this.#server.off('error', reject)
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
    return address.port
  }

  /** Those that are in stay. */
  stopListening(): void {
    if (this.#server.listening) this.#server.close(() => this.#closed.resolve())
  }

  /** Closes everything that ever came in by it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.stopListening()
    for (const socket of this.#sockets) socket.destroy()
    await this.#closed.promise
    this.#silent[Symbol.dispose]()
    this.#arriving[Symbol.dispose]()
    this.#http.close()
  }

  #meet(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    // A reset by the peer is an ordinary end: `close` follows and tidies up.
    socket.on('error', ignore)
    if (address === '') return void socket.destroy()
    this.#sockets.add(socket)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#silent.stop(socket)
      this.#arriving.stop(socket)
    })
    if (this.#silent.size >= this.#options.limits.silentSocketsMax) this.#silent.oldest?.destroy()
    this.#silent.start(socket)
    let seen: Buffer = Buffer.alloc(0)
    const onReadable = () => {
      const chunk = socket.read() as Buffer | null // no encoding is set
      if (chunk === null) return
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk])
      const first = readFirstBytes(seen)
      if (first.kind === 'more') return
      this.#silent.stop(socket)
      socket.off('readable', onReadable).off('end', onEnd)
      if (first.kind === 'unknown') return void socket.destroy()
      const rest = first.kind === 'work' ? seen.subarray(first.length) : seen
      if (rest.length > 0) socket.unshift(rest)
      if (first.kind === 'tls') this.#secure(socket, address)
      else this.#options.onWork(first.token, socket)
    }
    const onEnd = () => void socket.destroy()
    socket.on('readable', onReadable).on('end', onEnd)
  }

  #secure(raw: Socket, address: string): void {
    if (!this.#admissions.tryEnter(address)) return void raw.destroy()
    const arrival = new Arrival(address, this.#admissions)
    this.#arriving.start(raw)
    raw.on('close', () => arrival.end())
    const secure = new TLSSocket(raw, { isServer: true, secureContext: this.#secureContext })
    arrival.upgraded = () => void this.#arriving.stop(raw)
    this.#arrivals.set(secure, arrival)
    secure.on('error', ignore)
    secure.once('secure', () => this.#http.emit('connection', secure))
  }

  #upgrade(request: IncomingMessage, socket: TLSSocket, head: Buffer): void {
    const arrival = this.#arrivals.get(socket)
    if (request.url !== tunnelPath || arrival === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      arrival.upgraded()
      this.#options.onTunnel(webSocket, arrival.address, () => arrival.end())
    })
  }
}

/**
 * A hybrid key exchange keeps 7 kB for as long as the connection lives, and costs as much CPU again. What is secret for
 * long does not travel here but in sessions, which keep it.
 */
const lightHandshake = { ecdhCurve: 'X25519' }

/** One place taken in the admissions, given back once. */
class Arrival {
  readonly address: string
  upgraded: () => void = ignore
  #admissions: Admissions | undefined

  constructor(address: string, admissions: Admissions) {
    this.address = address
    this.#admissions = admissions
  }

  end(): void {
    this.#admissions?.leave(this.address)
    this.#admissions = undefined
  }
}

/** No compression: it would cost each idle agent more memory than all the rest. */
function createWebSocketServer(): WebSocketServer {
  // Its types do not know closeTimeout.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: tunnelMessageBytesMax,
    autoPong: false,
    closeTimeout: 2000,
  }
  return new WebSocketServer(options)
}

function answerRequest(request: IncomingMessage, response: ServerResponse): void {
  const isHealth = request.method === 'GET' && request.url === '/healthz'
  response.writeHead(isHealth ? 200 : 404, { 'content-type': 'text/plain', connection: 'close' })
  response.end(isHealth ? 'ok\n' : 'not found\n')
}

function ignore(): void {
  // Deliberately nothing: see where it is passed.
}
