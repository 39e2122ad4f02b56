// The TLS part of the relay's port: the WebSockets of agents and initiators, and the answer to who asks after its health.

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls'
import { initiatorMessageBytesMax, tunnelMessageBytesMax } from '@farport/protocol'
import { controlTlsOptions, type Identity } from '@farport/transport'
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws'
import { Admissions } from './admissions.ts'
import { ArrivalLine } from './arrival-line.ts'
import { Deadlines } from './deadlines.ts'
import type { Limits } from './limits.ts'

export interface SecureDoorOptions {
  limits: Pick<
    Limits,
    'arrivalsMax' | 'arrivalsWaitingMax' | 'arrivalsPerTurn' | 'arrivalsPerAddressMax' | 'handshakeMs'
  >
  identity: Identity
  now: () => number
  /** What WebSockets are for, by their paths. */
  doors: ReadonlyMap<string, Door>
}

/** `onArrived` is to be called when whoever came has entered or is gone. */
export type Door = (socket: WebSocket, address: string, onArrived: () => void) => void

export class SecureDoor implements Disposable {
  readonly #options: SecureDoorOptions
  readonly #http: HttpServer
  readonly #webSockets = createWebSocketServer()
  readonly #secureContext: SecureContext
  /** Those in line are among them. */
  readonly #admissions: Admissions
  readonly #line: ArrivalLine<Arrival>
  /** Are in line, or between ClientHello and WebSocket. */
  readonly #arriving: Deadlines<Socket>
  readonly #arrivals = new WeakMap<object, Arrival>()

  constructor(options: SecureDoorOptions) {
    const { limits, identity, now } = options
    this.#options = options
    this.#admissions = new Admissions({
      totalMax: limits.arrivalsMax + limits.arrivalsWaitingMax,
      perAddressMax: limits.arrivalsPerAddressMax,
    })
    this.#line = new ArrivalLine({
      perTurn: limits.arrivalsPerTurn,
      hasRoom: () => this.#admissions.total - this.#line.size < limits.arrivalsMax,
      begin: (arrival) => this.#secure(arrival),
    })
    this.#arriving = new Deadlines({ afterMs: limits.handshakeMs, onDue: (socket) => socket.destroy(), now })
    this.#secureContext = createSecureContext(controlTlsOptions(identity))
    this.#http = createHttpServer({ keepAliveTimeout: 1000, maxHeaderSize: 8192, requestTimeout: limits.handshakeMs })
    this.#http.on('request', answerRequest)
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as TLSSocket, head)) // it was emitted with one
  }

  /** Sockets that have not entered yet. */
  get waiting(): number {
    return this.#admissions.total
  }

  /** Its ClientHello is still in the socket. */
  admit(raw: Socket, address: string): void {
    if (!this.#admissions.tryEnter(address)) return void raw.destroy()
    const arrival = new Arrival(raw, address, () => {
      this.#admissions.leave(address)
      this.#line.next()
    })
    this.#arriving.start(raw)
    raw.on('close', () => {
      this.#line.leave(arrival)
      this.#arriving.stop(raw)
      arrival.end()
    })
    this.#line.join(arrival)
  }

  [Symbol.dispose](): void {
    this.#line[Symbol.dispose]()
    this.#arriving[Symbol.dispose]()
    this.#http.close()
  }

  #secure(arrival: Arrival): void {
    // Its close, which comes a little later, gives the place back.
    if (arrival.raw.destroyed) return
    const secure = new TLSSocket(arrival.raw, { isServer: true, secureContext: this.#secureContext })
    this.#arrivals.set(secure, arrival)
    secure.on('error', ignore)
    secure.once('secure', () => this.#http.emit('connection', secure))
  }

  #upgrade(request: IncomingMessage, socket: TLSSocket, head: Buffer): void {
    const arrival = this.#arrivals.get(socket)
    const door = this.#options.doors.get(request.url ?? '')
    if (door === undefined || arrival === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    // The answer and the greeting leave as one.
    socket.cork()
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      this.#arriving.stop(arrival.raw)
      door(webSocket, arrival.address, () => arrival.end())
    })
    socket.uncork()
  }
}

/** One place taken in the admissions, given back once. */
class Arrival {
  readonly raw: Socket
  readonly address: string
  #leave: (() => void) | undefined

  constructor(raw: Socket, address: string, leave: () => void) {
    this.raw = raw
    this.address = address
    this.#leave = leave
  }

  end(): void {
    this.#leave?.()
    this.#leave = undefined
  }
}

/** No compression: it would cost each idle agent more memory than all the rest. */
function createWebSocketServer(): WebSocketServer {
  // Its types do not know closeTimeout.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: Math.max(tunnelMessageBytesMax, initiatorMessageBytesMax),
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
  // What goes wrong in a handshake is its peer's affair: `close` follows and tidies up.
}
