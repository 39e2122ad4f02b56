// Where people come in with web links: one port for HTTP, one for HTTPS, and whoever is connected there.

import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, type SecureContext } from 'node:tls'
import { plainAddress } from '@farport/protocol'
import { unpaceLocal } from '@farport/transport'
import { Admissions } from '../../admissions.ts'
import { Http1Client } from './http1-client.ts'
import { Http2Client } from './http2-client.ts'
import type { WebSite } from './site.ts'

export interface WebDoorsOptions {
  site: WebSite
  contextFor: (name: string) => Promise<SecureContext>
  bindHost: string | undefined
  limits: {
    /** Connections in all, and of one address. One more is closed at once. */
    webClientsMax: number
    webClientsPerAddressMax: number
    webHandshakeMs: number
    webHeadMs: number
    webIdleMs: number
  }
  now: () => number
  onRefused: (reason: 'limit') => void
}

type Client = Http1Client | Http2Client

/** How often times are looked at. */
const sweepMs = 2000

export class WebDoors implements Disposable {
  readonly #options: WebDoorsOptions
  readonly #clients = new Set<Client>()
  readonly #sockets = new Set<Socket>()
  readonly #admissions: Admissions
  readonly #servers: Server[] = []
  readonly #sweep: NodeJS.Timeout
  /** A clock for the ages of connections, that costs nothing to read. */
  #nowMs: number

  constructor(options: WebDoorsOptions) {
    this.#options = options
    this.#nowMs = options.now()
    const { webClientsMax, webClientsPerAddressMax } = options.limits
    this.#admissions = new Admissions({ totalMax: webClientsMax, perAddressMax: webClientsPerAddressMax })
    this.#sweep = setInterval(() => this.#checkTimes(), sweepMs).unref()
  }

  get size(): number {
    return this.#sockets.size
  }

  /** The port. Rejects when it is taken. */
  listenPlain(port: number): Promise<number> {
    const server = createServer({ ...socketOptions, pauseOnConnect: true }, (socket) => {
      const address = this.#admit(socket)
      if (address === undefined) return
      this.#greet(new Http1Client(socket, { ...this.#means('http'), address }), socket)
    })
    return this.#listen(server, port)
  }

  listenSecure(port: number): Promise<number> {
    const server = createSecureServer(
      {
        ...socketOptions,
        ALPNProtocols: ['h2', 'http/1.1', 'http/1.0'],
        minVersion: 'TLSv1.2',
        handshakeTimeout: this.#options.limits.webHandshakeMs,
        SNICallback: (name, done) => void this.#findContext(name.toLowerCase(), done),
      },
      (socket) => {
        const means = { ...this.#means('https'), address: plainAddress(socket.remoteAddress ?? '') }
        const isNew = socket.alpnProtocol === 'h2'
        this.#greet(isNew ? new Http2Client(socket, means) : new Http1Client(socket, means), socket)
      },
    )
    server.on('connection', (socket: Socket) => void this.#admit(socket))
    // A scanner, or a browser that does not trust us: not worth a word.
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    return this.#listen(server, port)
  }

  /** Those that are in finish what is under way. */
  stopListening(): void {
    for (const server of this.#servers) server.close()
    for (const client of this.#clients) client.close()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep)
    this.stopListening()
    for (const socket of this.#sockets) socket.destroy()
  }

  #means(scheme: 'http' | 'https') {
    return { site: this.#options.site, scheme, now: () => this.#nowMs }
  }

  /** Whose it is; undefined for one too many. */
  #admit(socket: Socket): string | undefined {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === '' || !this.#admissions.tryEnter(address)) {
      socket.destroy()
      this.#options.onRefused('limit')
      return undefined
    }
    unpaceLocal(socket)
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#admissions.leave(address)
    })
    return address
  }

  async #findContext(name: string, done: (error: Error | null, context?: SecureContext) => void): Promise<void> {
    let context: SecureContext
    try {
      context = await this.#options.contextFor(name)
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)))
    }
    done(null, context)
  }

  #greet(client: Client, socket: Socket): void {
    this.#clients.add(client)
    socket.once('close', () => this.#clients.delete(client))
  }

  async #listen(server: Server, port: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject)
    server.listen({ port, host: this.#options.bindHost, backlog: 4096 }, resolve)
    await promise
    server.off('error', reject)
    // Too many open files, mostly: the socket is lost, and the next one is tried again.
    server.on('error', () => undefined)
    this.#servers.push(server)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
    return address.port
  }

  #checkTimes(): void {
    this.#nowMs = this.#options.now()
    const { webHeadMs, webIdleMs } = this.#options.limits
    for (const client of this.#clients) client.checkTime(this.#nowMs, { headMs: webHeadMs, idleMs: webIdleMs })
  }
}

const socketOptions = {
  allowHalfOpen: true,
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}
