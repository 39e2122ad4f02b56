// The relay's one port. What a socket says first decides: TLS is a control channel, a token is a work connection, STUN is
// answered, and all else is closed, as is whoever says nothing.

import { createServer, type Server, type Socket } from 'node:net'
import { plainAddress } from '@farport/protocol'
import { unpaceLocal } from '@farport/transport'
import type { Logger } from 'pino'
import { Deadlines } from './deadlines.ts'
import { readFirstBytes } from './first-bytes.ts'
import type { Limits } from './limits.ts'
import { answerStun } from './stun/stun-rules.ts'

export interface FrontDoorOptions {
  limits: Pick<Limits, 'silentSocketsMax' | 'firstBytesMs'>
  log: Logger
  now: () => number
  /** The ClientHello is still in the socket. */
  onTls: (socket: Socket, address: string) => void
  /** What follows the token is still in the socket. */
  onWork: (token: string, socket: Socket) => void
}

export class FrontDoor implements AsyncDisposable {
  readonly #options: FrontDoorOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Resolves when the last socket of a door that has stopped listening is gone. */
  readonly #closed = Promise.withResolvers<void>()
  /** Have not sent enough to tell what they are. */
  readonly #silent: Deadlines<Socket>

  constructor(options: FrontDoorOptions) {
    const { limits, now } = options
    this.#options = options
    this.#silent = new Deadlines({ afterMs: limits.firstBytesMs, onDue: (socket) => socket.destroy(), now })
    this.#server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) =>
      this.#meet(socket),
    )
  }

  /** Sockets that have not said what they are. */
  get waiting(): number {
    return this.#silent.size
  }

  /** The port. Rejects when it is taken. */
  async listen(port: number, host: string | undefined): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server.once('error', reject)
    this.#server.listen({ port, host, backlog: 4096 }, resolve)
    await promise
    this.#server.off('error', reject)
    // Too many open files, mostly. Those that are in stay, and the next one is tried again.
    this.#server.on('error', (error) => this.#options.log.error({ error }, 'a socket could not be accepted'))
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
  }

  #meet(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    // A reset by the peer is an ordinary end: `close` follows and tidies up.
    socket.on('error', () => socket.destroy())
    if (address === '') return void socket.destroy()
    unpaceLocal(socket)
    this.#sockets.add(socket)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#silent.stop(socket)
    })
    if (this.#silent.size >= this.#options.limits.silentSocketsMax) this.#silent.oldest?.destroy()
    this.#silent.start(socket)
    this.#listenTo(socket, address)
  }

  #listenTo(socket: Socket, address: string): void {
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
      if (first.kind === 'stun') return this.#tellAddress(socket, first.message, address)
      const rest = first.kind === 'work' ? seen.subarray(first.length) : seen
      if (rest.length > 0) socket.unshift(rest)
      if (first.kind === 'tls') this.#options.onTls(socket, address)
      else this.#options.onWork(first.token, socket)
    }
    const onEnd = () => void socket.destroy()
    socket.on('readable', onReadable).on('end', onEnd)
  }

  /** Then the socket stays for as long as one may be silent: while it is there, the asker's NAT keeps its port. */
  #tellAddress(socket: Socket, message: Buffer, host: string): void {
    const answer = answerStun(message, { host, port: socket.remotePort ?? 0 })
    if (answer === undefined) return void socket.destroy()
    socket.write(answer)
    this.#silent.start(socket)
    socket.resume()
  }
}
