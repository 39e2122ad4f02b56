// A proxy's UDP port: each address that sends to it gets one stream to the device, until it has been quiet for a while.
// A machine may have several addresses: a client is answered from the one that it has asked last.

import type { RemoteInfo, Socket } from 'node:dgram'
import { plainAddress } from '@farport/protocol'
import { streamCode, type StreamRefusal } from '@farport/session'
import { Deadlines } from '../deadlines.ts'
import type { AddressSockets } from '../udp/address-sockets.ts'
import type { Carried, Front, FrontHost } from './front.ts'
import { sourceText } from './source-text.ts'
import { UdpClient } from './udp-client.ts'

export interface UdpFrontOptions {
  /** Bound. They belong to the front from now on. */
  sockets: AddressSockets
  limits: {
    /** A client that is quiet for so long is forgotten. */
    udpIdleMs: number
    /** One whose stream could not be had, or has just ended, is not asked for again before. */
    udpRestMs: number
    /** What may wait for the system to take it. Beyond, datagrams are dropped. */
    udpQueuedBytesMax: number
  }
  now: () => number
}

const quiet: StreamRefusal = { code: streamCode.none, message: 'there were no datagrams for a while' }

export class UdpFront implements Front {
  readonly #host: FrontHost
  readonly #sockets: AddressSockets
  readonly #queuedBytesMax: number
  /** By their addresses and ports. As many as the host admits. */
  readonly #clients = new Map<string, UdpClient>()
  readonly #idle: Deadlines<string>
  readonly #resting: Deadlines<string>
  #isCut = false

  constructor({ sockets, limits, now }: UdpFrontOptions, host: FrontHost) {
    this.#host = host
    this.#sockets = sockets
    this.#queuedBytesMax = limits.udpQueuedBytesMax
    this.#idle = new Deadlines({
      afterMs: limits.udpIdleMs,
      onDue: (source) => this.#clients.get(source)?.end(quiet),
      now,
    })
    this.#resting = new Deadlines({ afterMs: limits.udpRestMs, onDue: (source) => this.#clients.delete(source), now })
    sockets.receive((datagram, from, socket) => this.#take(datagram, from, socket))
  }

  get carried(): Carried {
    let [sent, received] = [0, 0]
    for (const { carried } of this.#clients.values()) {
      sent += carried.sent
      received += carried.received
    }
    return { sent, received }
  }

  cut(refusal: StreamRefusal): void {
    this.#isCut = true
    for (const client of this.#clients.values()) client.end(refusal)
    this.#sockets[Symbol.dispose]()
    this.#idle[Symbol.dispose]()
    this.#resting[Symbol.dispose]()
  }

  #take(datagram: Buffer, from: RemoteInfo, socket: Socket): void {
    const address = plainAddress(from.address)
    const source = sourceText(address, from.port)
    const known = this.#clients.get(source)
    if (known) {
      known.socket = socket
      return known.take(datagram)
    }
    const admitted = this.#host.admit(address, this.#clients.size)
    if (!admitted.ok) return this.#host.onRefused(admitted.refusal)
    const client = new UdpClient(socket, {
      send: (bytes) => this.#send(bytes, from, client.socket),
      onActive: () => this.#idle.start(source),
      onClosed: () => this.#rest(source, client),
    })
    this.#clients.set(source, client)
    this.#host.streamOpened(address)
    client.take(datagram)
    void this.#open(source, client)
  }

  async #open(source: string, client: UdpClient): Promise<void> {
    const stream = await this.#host.openStream(source)
    if (stream?.ok && this.#isCut) return stream.value.reset(quiet)
    if (stream?.ok) {
      this.#idle.start(source)
      return client.open(stream.value)
    }
    if (stream) this.#host.onRefused(stream.refusal)
    client.refuse()
    this.#rest(source, client)
  }

  /** Its stream is over: what it has carried is counted, and what it sends is dropped for a moment. */
  #rest(source: string, client: UdpClient): void {
    this.#idle.stop(source)
    this.#host.streamClosed(client.carried)
    client.forgetCarried()
    if (!this.#isCut) this.#resting.start(source)
  }

  #send(bytes: Uint8Array, to: RemoteInfo, socket: Socket): boolean {
    if (!this.#sockets.has(socket)) return false
    if (socket.getSendQueueSize() + bytes.length > this.#queuedBytesMax) return false
    // The socket keeps what it cannot send at once.
    socket.send(Buffer.from(bytes), to.port, to.address, () => undefined)
    return true
  }
}
