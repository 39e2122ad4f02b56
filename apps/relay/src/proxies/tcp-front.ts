// A proxy's TCP port: each socket becomes one stream to the device.

import type { Server, Socket } from 'node:net'
import { plainAddress } from '@farport/protocol'
import { bridge, streamCode, type Bridge, type StreamRefusal } from '@farport/session'
import { resetSocket, unpaceLocal } from '@farport/transport'
import type { Carried, Front, FrontHost, TurnedAway } from './front.ts'
import { sourceText } from './source-text.ts'

export class TcpFront implements Front {
  readonly #host: FrontHost
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #bridges = new Set<Bridge>()
  #isCut = false

  /** It listens, and belongs to the front from now on. */
  constructor(server: Server, host: FrontHost) {
    this.#host = host
    this.#server = server
    server.on('connection', (socket: Socket) => this.#meet(socket))
  }

  get carried(): Carried {
    let [sent, received] = [0, 0]
    for (const live of this.#bridges) {
      sent += live.sentBytes
      received += live.receivedBytes
    }
    return { sent, received }
  }

  cut(refusal: StreamRefusal): void {
    this.#isCut = true
    this.#server.close()
    for (const live of this.#bridges) live.cut(refusal)
    for (const socket of this.#sockets) resetSocket(socket)
  }

  #meet(socket: Socket): void {
    // A reset by the client is an ordinary end: `close` follows.
    socket.on('error', () => socket.destroy())
    const address = plainAddress(socket.remoteAddress ?? '')
    const admitted = this.#host.admit(address, this.#sockets.size)
    if (!admitted.ok) return this.#turnAway(socket, admitted.refusal)
    unpaceLocal(socket)
    this.#sockets.add(socket)
    this.#host.streamOpened(address)
    void this.#carry(socket, sourceText(address, socket.remotePort ?? 0)).then((carried) => {
      this.#sockets.delete(socket)
      this.#host.streamClosed(carried)
    })
  }

  /** Resolves when the socket is over. */
  async #carry(socket: Socket, source: string): Promise<Carried> {
    const nothing = { sent: 0, received: 0 }
    const stream = await this.#host.openStream(source)
    if (stream === undefined) return nothing
    if (!stream.ok) {
      this.#turnAway(socket, stream.refusal)
      return nothing
    }
    if (this.#isCut || socket.destroyed) {
      stream.value.reset(gone)
      return nothing
    }
    const live = bridge(socket, stream.value)
    this.#bridges.add(live)
    await live.closed
    this.#bridges.delete(live)
    return { sent: live.sentBytes, received: live.receivedBytes }
  }

  #turnAway(socket: Socket, reason: TurnedAway): void {
    resetSocket(socket)
    this.#host.onRefused(reason)
  }
}

const gone: StreamRefusal = { code: streamCode.broken, message: 'the client has gone' }
