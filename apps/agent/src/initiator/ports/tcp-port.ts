// A local TCP port: each socket becomes one stream to the device.

import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { accept, refuse, type Result } from '@farport/basics'
import { plainAddress } from '@farport/protocol'
import { bridge, streamCode, type Bridge, type StreamRefusal } from '@farport/session'
import { resetSocket, unpaceLocal } from '@farport/transport'
import type { CountDatagram } from './socks-stream.ts'
import { answerMs, clientsMax, ownAddressOf, type LocalPort, type LocalPortOptions } from './local-port.ts'

/** Refused with the system's code, such as EADDRINUSE. */
export async function openTcpPort(
  place: { host: string; port: number },
  options: LocalPortOptions,
): Promise<Result<LocalPort, string>> {
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true })
  server.listen(place)
  try {
    await once(server, 'listening')
  } catch (error) {
    return refuse(error instanceof Error && 'code' in error ? String(error.code) : String(error))
  }
  return accept(new TcpPort(server, place.host, options))
}

const gone: StreamRefusal = { code: streamCode.broken, message: 'the client has gone' }
const closed: StreamRefusal = { code: streamCode.revoked, message: 'the connection was closed' }

class TcpPort implements LocalPort {
  readonly port: number
  readonly #server: Server
  readonly #boundTo: string
  readonly #options: LocalPortOptions
  readonly #waiting = new Set<Socket>()
  readonly #bridges = new Set<Bridge>()
  /** The port of this program's own socket, while it tries whether the port answers. */
  #ownTry: Promise<number | undefined> | undefined
  #wasOwn: (() => void) | undefined
  #txBytesPast = 0
  #rxBytesPast = 0

  constructor(server: Server, boundTo: string, options: LocalPortOptions) {
    this.#server = server
    this.#boundTo = boundTo
    this.#options = options
    this.port = (server.address() as AddressInfo).port // a TCP server that listens has one
    server.on('connection', (socket: Socket) => void this.#meet(socket))
    // Running out of file descriptors is no reason to stop listening.
    server.on('error', () => undefined)
  }

  get streams(): number {
    return this.#bridges.size
  }

  get opening(): number {
    return this.#waiting.size
  }

  get txBytes(): number {
    return [...this.#bridges].reduce((sum, { sentBytes }) => sum + sentBytes, this.#txBytesPast)
  }

  get rxBytes(): number {
    return [...this.#bridges].reduce((sum, { receivedBytes }) => sum + receivedBytes, this.#rxBytesPast)
  }

  async answers(): Promise<boolean> {
    const socket = connect({ host: ownAddressOf(this.#boundTo), port: this.port })
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const own = Promise.withResolvers<number | undefined>()
    this.#ownTry = own.promise
    this.#wasOwn = () => resolve(true)
    const timer = setTimeout(() => resolve(false), answerMs)
    socket.on('connect', () => own.resolve(socket.localPort))
    socket.on('error', () => resolve(false))
    const answered = await promise
    clearTimeout(timer)
    own.resolve(undefined)
    this.#ownTry = undefined
    socket.destroy()
    return answered
  }

  cut(refusal: StreamRefusal): void {
    for (const live of this.#bridges) live.cut(refusal)
    for (const socket of this.#waiting) resetSocket(socket)
  }

  [Symbol.dispose](): void {
    this.#server.close()
    this.cut(closed)
  }

  async #meet(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy())
    unpaceLocal(socket)
    const ownPort = await this.#ownTry
    if (ownPort !== undefined && ownPort === socket.remotePort) {
      this.#wasOwn?.()
      return void socket.destroy()
    }
    const source = plainAddress(socket.remoteAddress ?? '')
    const isFull = this.#waiting.size + this.#bridges.size >= clientsMax
    if (isFull || !this.#options.gate.admits(source)) return resetSocket(socket)
    this.#waiting.add(socket)
    this.#options.onChange()
    const opened = await this.#options.open(source)
    this.#waiting.delete(socket)
    if (!opened.ok) {
      resetSocket(socket)
      this.#options.onRefused(opened.refusal)
    } else if (socket.destroyed || !this.#server.listening) {
      opened.value.reset(gone)
      socket.destroy()
      this.#options.onChange()
    } else {
      const { adapt } = this.#options
      this.#carry(bridge(socket, adapt?.(opened.value, socket, this.#countDatagram) ?? opened.value))
    }
  }

  /** Those that travel beside a stream are bytes of the connection like the others. */
  readonly #countDatagram: CountDatagram = ({ tx, rx }) => {
    this.#txBytesPast += tx
    this.#rxBytesPast += rx
  }

  #carry(live: Bridge): void {
    this.#bridges.add(live)
    this.#options.onOpened()
    void live.closed.then((end) => {
      this.#bridges.delete(live)
      this.#txBytesPast += live.sentBytes
      this.#rxBytesPast += live.receivedBytes
      this.#options.onOver(end)
    })
  }
}
