// All proxy ports of this relay: opened and closed as the server orders, told of in facts and in usage.

import type { KeyObject } from 'node:crypto'
import type { Result } from '@farport/basics'
import type { ProxyClaims, ProxyEnd, RelayToServer, Usage } from '@farport/protocol'
import type { Session } from '@farport/session'
import type { ConnectionId, DeviceId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import type { RelayIdentity } from '../identity.ts'
import type { ClosedFact } from '../server-link/closed-facts.ts'
import { AddressSockets } from '../udp/address-sockets.ts'
import type { AddressGate } from './address-rule.ts'
import type { Front, FrontHost, TurnedAway } from './front.ts'
import { listenOnOne } from './listen-on-one.ts'
import { decideOpen, type OpenOrder } from './open-rules.ts'
import { portCandidates, type PortRange } from './port-range.ts'
import { ProxyPort } from './proxy-port.ts'
import { TcpFront } from './tcp-front.ts'
import { UdpFront, type UdpFrontOptions } from './udp-front.ts'

export interface ProxiesOptions {
  identity: RelayIdentity
  bindHost: string | undefined
  publicHost: string
  ports: PortRange
  limits: { proxiesMax: number; streamsPerProxyMax: number; portAttemptsMax: number } & UdpFrontOptions['limits']
  log: Logger
  now: () => number
  random: () => number
  ticketKeys: () => readonly KeyObject[]
  isOnline: (deviceId: DeviceId) => boolean
  openSession: (claims: ProxyClaims) => Promise<Result<Session, string>>
  /** To the agent of a device and back. */
  roundTripMsOf: (deviceId: DeviceId) => number | undefined
  tell: (message: RelayToServer) => void
  onRefused: (reason: TurnedAway) => void
  onClosed: (fact: ClosedFact) => void
}

export class Proxies implements Disposable {
  readonly #options: ProxiesOptions
  readonly #open = new Map<ConnectionId, ProxyPort>()
  readonly #opening = new Set<ConnectionId>()
  readonly #ports = new Set<number>()

  constructor(options: ProxiesOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#open.size
  }

  get streams(): number {
    let streams = 0
    for (const proxy of this.#open.values()) streams += proxy.streams
    return streams
  }

  /** Answers with proxy-opened or order-refused. An order for what is open already is answered again. */
  async open(order: OpenOrder): Promise<void> {
    const { connectionId } = order
    const present = this.#open.get(connectionId)
    if (present) return this.#tellOpened(present)
    if (this.#opening.has(connectionId)) return
    const verdict = decideOpen(order, this.#facts())
    if (!verdict.ok) return this.#options.tell({ type: 'order-refused', connectionId, ...verdict.refusal })
    this.#opening.add(connectionId)
    const proxy = await this.#listen(order, verdict.value)
    const isStillWanted = this.#opening.delete(connectionId)
    if (proxy === undefined) {
      return this.#options.tell({ type: 'order-refused', connectionId, code: 'port', message: 'No port is free.' })
    }
    this.#open.set(connectionId, proxy)
    if (isStillWanted) this.#tellOpened(proxy)
    else proxy.close('disconnected')
  }

  /** Its end is told by a fact. Closing what is not there does nothing. */
  close(connectionId: ConnectionId): void {
    this.#opening.delete(connectionId)
    this.#open.get(connectionId)?.close('disconnected')
  }

  /** What has changed since it was last taken. */
  takeUsage(): Usage[] {
    const changed: Usage[] = []
    for (const proxy of this.#open.values()) {
      const usage = proxy.usage()
      const text = JSON.stringify(usage)
      if (proxy.reported === text) continue
      proxy.reported = text
      changed.push({ ...usage, roundTripMs: this.#options.roundTripMsOf(proxy.claims.deviceId) })
    }
    return changed
  }

  /** The server has forgotten, or may have: all usage is told anew. */
  forgetReports(): void {
    for (const proxy of this.#open.values()) proxy.reported = undefined
  }

  /** Stops without telling an end: the server orders what should be open again when the relay is back. */
  [Symbol.dispose](): void {
    for (const proxy of this.#open.values()) proxy.abandon()
    this.#open.clear()
  }

  async #listen(
    order: OpenOrder,
    { claims, gate }: { claims: ProxyClaims; gate: AddressGate },
  ): Promise<ProxyPort | undefined> {
    const { ports, limits, random, bindHost, now, onRefused } = this.#options
    const isTaken = (port: number) => this.#ports.has(port)
    const candidates = portCandidates({
      range: ports,
      former: order.port,
      isTaken,
      attemptsMax: limits.portAttemptsMax,
      random,
    })
    const listening =
      claims.protocol === 'UDP' ? await this.#bind(candidates) : await listenForTcp(candidates, bindHost)
    if (listening === undefined) return undefined
    this.#ports.add(listening.port)
    return new ProxyPort({
      claims,
      gate,
      ticket: order.ticket,
      ...listening,
      streamsMax: limits.streamsPerProxyMax,
      openSession: () => this.#options.openSession(claims),
      now,
      onRefused,
      onClosed: (end, usage) => this.#closed(listening.port, end, usage),
    })
  }

  async #bind(ports: readonly number[]): Promise<Listening | undefined> {
    const { bindHost, limits, now } = this.#options
    const sockets = await AddressSockets.openOnOne(ports, bindHost)
    return sockets && { port: sockets.port, createFront: (host) => new UdpFront({ sockets, limits, now }, host) }
  }

  #closed(port: number, end: ProxyEnd, usage: Usage): void {
    this.#open.delete(usage.connectionId)
    this.#ports.delete(port)
    this.#options.log.info({ connectionId: usage.connectionId, end, port }, 'proxy closed')
    this.#options.onClosed({ type: 'proxy-closed', end, at: this.#options.now(), usage })
  }

  #tellOpened(proxy: ProxyPort): void {
    const { connectionId } = proxy.claims
    this.#options.log.info({ connectionId, port: proxy.port }, 'proxy open')
    this.#options.tell({ type: 'proxy-opened', connectionId, host: this.#options.publicHost, port: proxy.port })
  }

  #facts() {
    const { identity, ticketKeys, now, limits, isOnline } = this.#options
    return {
      relayId: identity.id,
      relayKey: identity.publicKey,
      ticketKeys: ticketKeys(),
      nowMs: now(),
      proxies: this.#open.size + this.#opening.size,
      proxiesMax: limits.proxiesMax,
      isOnline,
    }
  }
}

interface Listening {
  readonly port: number
  createFront: (host: FrontHost) => Front
}

async function listenForTcp(ports: readonly number[], host: string | undefined): Promise<Listening | undefined> {
  const listening = await listenOnOne(ports, host)
  return listening && { port: listening.port, createFront: (front) => new TcpFront(listening.server, front) }
}
