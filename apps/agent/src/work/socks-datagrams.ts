// The datagrams of one SOCKS client, beside its stream: each names where it goes, which is judged as connections are, and
// each place has a socket of its own. They end with the stream.

import type { Socket } from 'node:dgram'
import { encodeSocksDatagram, readSocksDatagram, type ServiceOrder, type SocksDatagram } from '@farport/protocol'
import type { SessionStream, StreamHandlers } from '@farport/session'
import { connectUdp } from './connect-udp.ts'
import type { Reach } from './reach.ts'
import { payloadBytesMax, type FlowCounts } from './udp-flow.ts'

export interface SocksDatagramsOptions {
  readonly service: ServiceOrder
  readonly reach: Reach
  /** Shared by all clients. */
  readonly flowsOfAll: { count: number }
  readonly limits: {
    readonly socksFlowsMax: number
    readonly socksFlowsOfAllMax: number
    readonly socksWaitingMax: number
    /** A place from and to which nothing goes for so long is forgotten. */
    readonly udpIdleMs: number
    readonly udpQueuedBytesMax: number
  }
  /** Once, of all its places together. */
  readonly onOver: (counts: FlowCounts) => void
}

interface Flow {
  /** Undefined: it is being judged, or connected. */
  socket: Socket | undefined
  readonly waiting: Uint8Array[]
  readonly idleTimer: NodeJS.Timeout
}

export class SocksDatagrams implements StreamHandlers {
  readonly #stream: SessionStream
  readonly #options: SocksDatagramsOptions
  /** By where they go; the one that was used longest ago first. */
  readonly #flows = new Map<string, Flow>()
  readonly #counts: FlowCounts = { sent: 0, sentBytes: 0, received: 0, receivedBytes: 0, dropped: 0 }
  readonly #closing = Promise.withResolvers<void>()
  #isOver = false

  /** The stream belongs to it from now on. */
  constructor(stream: SessionStream, options: SocksDatagramsOptions) {
    this.#stream = stream
    this.#options = options
    stream.start(this)
  }

  get closed(): Promise<void> {
    return this.#closing.promise
  }

  onDatagram(bytes: Uint8Array): void {
    const datagram = this.#isOver ? undefined : readSocksDatagram(bytes)
    if (datagram === undefined) return
    const place = `${datagram.host} ${datagram.port}`
    const flow = this.#flows.get(place) ?? this.#begin(place, datagram)
    if (flow === undefined) return this.#drop()
    // The last that is used is the last that goes.
    this.#flows.delete(place)
    this.#flows.set(place, flow)
    flow.idleTimer.refresh()
    if (flow.socket !== undefined) this.#send(flow.socket, datagram.payload)
    else if (flow.waiting.length < this.#options.limits.socksWaitingMax)
      flow.waiting.push(Uint8Array.from(datagram.payload))
    else this.#drop()
  }

  /** Nothing is said on the stream itself any more. */
  onBytes(bytes: Uint8Array): void {
    this.#stream.consumed(bytes.length)
  }

  onDrain(): void {
    // Datagrams do not wait.
  }

  /** The client has gone: so do its datagrams. */
  onEnd(): void {
    this.#stream.end()
  }

  onClose(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const place of this.#flows.keys()) this.#end(place)
    this.#options.onOver(this.#counts)
    this.#closing.resolve()
  }

  #begin(place: string, { host, port }: SocksDatagram): Flow | undefined {
    const { limits, flowsOfAll } = this.#options
    const [oldest] = this.#flows.keys()
    if (this.#flows.size >= limits.socksFlowsMax && oldest !== undefined) this.#end(oldest)
    if (flowsOfAll.count >= limits.socksFlowsOfAllMax) return undefined
    flowsOfAll.count += 1
    const idleTimer = setTimeout(() => this.#end(place), limits.udpIdleMs)
    const flow: Flow = { socket: undefined, waiting: [], idleTimer }
    this.#flows.set(place, flow)
    void this.#open(flow, place, { host, port })
    return flow
  }

  /** A place that may not be reached is remembered as silent for a while, which costs no socket. */
  async #open(flow: Flow, place: string, target: { host: string; port: number }): Promise<void> {
    const { reach, service } = this.#options
    const addresses = await reach.addressesOf(service, target)
    const [address] = addresses.ok ? addresses.value : []
    if (address === undefined) return
    const connected = await connectUdp({ host: address, port: target.port })
    if (!connected.ok) return
    const socket = connected.value
    if (this.#flows.get(place) !== flow) return void socket.close()
    flow.socket = socket
    socket.on('message', (payload) => {
      flow.idleTimer.refresh()
      this.#counts.received += 1
      this.#counts.receivedBytes += payload.length
      const isSent = this.#stream.sendDatagram(encodeSocksDatagram({ host: address, port: target.port, payload }))
      if (!isSent) this.#drop()
    })
    // Refused, or lost: a client of datagrams hears nothing of it, and may try again.
    socket.on('error', () => undefined)
    for (const payload of flow.waiting.splice(0)) this.#send(socket, payload)
  }

  #send(socket: Socket, payload: Uint8Array): void {
    const isTooMuch = socket.getSendQueueSize() > this.#options.limits.udpQueuedBytesMax
    if (isTooMuch || payload.length > payloadBytesMax) return this.#drop()
    this.#counts.sent += 1
    this.#counts.sentBytes += payload.length
    // As above: what the system could not send is lost.
    socket.send(Buffer.from(payload), () => undefined)
  }

  #drop(): void {
    this.#counts.dropped += 1
  }

  #end(place: string): void {
    const flow = this.#flows.get(place)
    if (flow === undefined) return
    this.#flows.delete(place)
    this.#options.flowsOfAll.count -= 1
    clearTimeout(flow.idleTimer)
    flow.socket?.close()
  }
}
