// The port of a link that is no web page: TCP, each socket one stream to the device.

import type { Server, Socket } from 'node:net'
import { bridge, streamCode, type Bridge } from '@farport/session'
import { plainAddress } from '../proxies/address-rule.ts'
import { listenOnOne } from '../proxies/listen-on-one.ts'
import type { Link } from './link.ts'
import type { Visit } from './link-visits.ts'

export interface PortLinkOptions {
  link: Link
  bindHost: string | undefined
  /** At once. One more is closed. */
  socketsMax: number
  now: () => number
  onRefused: (reason: 'address' | 'limit' | 'device' | 'target') => void
}

const over = { code: streamCode.revoked, message: 'the link was ended' }

export class PortLink implements Disposable {
  readonly #options: PortLinkOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(options: PortLinkOptions, server: Server) {
    this.#options = options
    this.#server = server
    server.on('connection', (socket: Socket) => this.#meet(socket))
  }

  /** Undefined when the port is taken by another program of this machine. */
  static async listen(port: number, options: PortLinkOptions): Promise<PortLink | undefined> {
    const listening = await listenOnOne([port], options.bindHost)
    return listening && new PortLink(options, listening.server)
  }

  [Symbol.dispose](): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  #meet(socket: Socket): void {
    // A reset by the client is an ordinary end: `close` follows.
    socket.on('error', () => socket.destroy())
    const { link, socketsMax, now } = this.#options
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === '' || !link.admits(address)) return this.#turnAway(socket, 'address')
    if (this.#sockets.size >= socketsMax) return this.#turnAway(socket, 'limit')
    this.#sockets.add(socket)
    const visit = link.visits.of(address)
    visit.opened()
    const source = `${address.includes(':') ? `[${address}]` : address}:${socket.remotePort ?? 0}`
    void this.#carry(socket, source, visit).finally(() => {
      this.#sockets.delete(socket)
      visit.closed(now())
    })
  }

  async #carry(socket: Socket, source: string, visit: Visit): Promise<void> {
    const stream = await this.#options.link.openStream(source)
    if (!stream.ok) return this.#turnAway(socket, stream.refusal === 'offline' ? 'device' : 'target')
    if (socket.destroyed) return stream.value.reset(over)
    const live = bridge(socket, stream.value)
    const unwatch = this.#options.link.watch(() => live.cut(over))
    const counted = countWhileLive(live, visit)
    await live.closed
    counted[Symbol.dispose]()
    unwatch()
  }

  #turnAway(socket: Socket, reason: 'address' | 'limit' | 'device' | 'target'): void {
    socket.resetAndDestroy()
    this.#options.onRefused(reason)
  }
}

/** What a bridge has carried is added up now and then, and once more at its end. */
function countWhileLive(live: Bridge, visit: Visit): Disposable {
  let [tx, rx] = [0, 0]
  const count = () => {
    visit.count(live.sentBytes - tx, live.receivedBytes - rx)
    ;[tx, rx] = [live.sentBytes, live.receivedBytes]
  }
  const timer = setInterval(count, 2000).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      count()
    },
  }
}
