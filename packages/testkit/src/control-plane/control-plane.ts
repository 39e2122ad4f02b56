// The test control plane, put together: what a test may plan, order, and see.

import { randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  generatePrivateKey,
  publicKeyText,
  relayPath,
  signTicket,
  type AgentPresence,
  type Assignment,
  type LinkClaims,
  type LinkState,
  type PeerClaims,
  type PeerOrder,
  type ProxyClaims,
  type RelayToServer,
  type RouteMode,
  type ServiceOrder,
  type TunnelClaims,
  type Usage,
} from '@farport/protocol'
import { createIdFactory, parseConnectionId, type ConnectionId, type DeviceId } from '@farport/vocabulary'
import { WebSocketServer } from 'ws'
import { eventually } from '../eventually.ts'
import { answerAgent, newCode, type PlannedDevice } from './agent-api.ts'
import { answerInitiator, initiatorPaths, type OrderedPeer } from './initiator-api.ts'
import { serveRelayChannel, type JoinedRelay } from './relay-channel.ts'

export interface OrderedProxy {
  readonly claims: ProxyClaims
  readonly ticket: string
  readonly relay: string
  port: number | undefined
  closed: Extract<RelayToServer, { type: 'proxy-closed' }> | undefined
  refused: Extract<RelayToServer, { type: 'order-refused' }> | undefined
}

export interface ControlPlaneOptions {
  now?: () => number
  /** How long tickets and assignments hold. */
  ticketMs?: number
  /** Where it listens. */
  host?: string
}

const newLinkCode = () => Array.from(randomBytes(16), (byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte % 32]).join('')

export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const plane = new ControlPlane(options)
  await plane.comeBack()
  return plane
}

export class ControlPlane implements AsyncDisposable {
  readonly ticketKey = generatePrivateKey()
  readonly joinSecret = randomBytes(32).toString('base64url')
  readonly devices = new Map<DeviceId, PlannedDevice>()
  /** The keys of agents that wait to be claimed, by the codes that they show. */
  readonly claims = new Map<string, string>()
  /** Those that are joined now. */
  readonly relays = new Map<string, JoinedRelay>()
  readonly presence = new Map<DeviceId, AgentPresence>()
  readonly usage = new Map<ConnectionId, Usage>()
  readonly proxies = new Map<ConnectionId, OrderedProxy>()
  readonly peers = new Map<ConnectionId, OrderedPeer>()
  /** All that relays have said, in order. */
  readonly told: RelayToServer[] = []
  readonly #now: () => number
  readonly #ticketMs: number
  readonly #host: string
  readonly #makeId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })
  readonly #accountId = this.#makeId('a')
  /** Every relay that ever joined: the server of a real installation remembers them, too. */
  readonly #places = new Map<string, JoinedRelay['place']>()
  #snapshot: AgentPresence[] = []
  #server: Server | undefined
  #port = 0

  constructor({ now = Date.now, ticketMs = 600_000, host = '127.0.0.1' }: ControlPlaneOptions) {
    this.#now = now
    this.#ticketMs = ticketMs
    this.#host = host
  }

  get url(): string {
    return `http://${this.#host}:${this.#port}`
  }

  /** A device to be, with the code that registers it. With a key it is enrolled already. */
  planDevice(name = 'device', key?: string): PlannedDevice {
    const device: PlannedDevice = {
      accountId: this.#accountId,
      deviceId: this.#makeId('d'),
      name,
      code: newCode(),
      key,
      services: [],
      revision: 1,
      isDeleted: false,
    }
    this.devices.set(device.deviceId, device)
    return device
  }

  addService(device: PlannedDevice, place: { host?: string; port: number; protocol?: 'TCP' | 'UDP' }): ServiceOrder {
    const service: ServiceOrder = { id: this.#makeId('s'), host: '127.0.0.1', protocol: 'TCP', ...place }
    this.changeServices(device, [...device.services, service])
    return service
  }

  /** As a server does: the new list, and a nudge. */
  changeServices(device: PlannedDevice, services: ServiceOrder[]): void {
    device.services = services
    device.revision += 1
    const { deviceId, revision } = device
    for (const relay of this.relays.values()) relay.send({ type: 'nudge-agent', deviceId, revision })
  }

  isOnline(device: PlannedDevice): boolean {
    return this.presence.get(device.deviceId)?.isOnline ?? false
  }

  tunnelTicket(device: PlannedDevice, changes: Partial<TunnelClaims> = {}, key: KeyObject = this.ticketKey): string {
    const { accountId, deviceId, key: agentKey = '' } = device
    const expiresAt = this.#now() + this.#ticketMs
    return signTicket({ purpose: 'tunnel', accountId, deviceId, agentKey, expiresAt, ...changes }, key)
  }

  /** Orders a proxy at the first relay; does not wait. */
  orderProxy(
    device: PlannedDevice,
    service: { id: ServiceOrder['id'] },
    changes: Partial<ProxyClaims> = {},
    key: KeyObject = this.ticketKey,
  ): OrderedProxy {
    const relay = [...this.relays.values()][0]
    const connectionId = parseConnectionId(randomUUID())
    if (relay === undefined || connectionId === undefined) throw new Error('no relay has joined')
    const claims: ProxyClaims = {
      purpose: 'proxy',
      connectionId,
      accountId: device.accountId,
      deviceId: device.deviceId,
      serviceId: service.id,
      relayId: relay.place.id,
      initiatorKey: relay.place.publicKey,
      allowed: { rule: 'latch' },
      idleTimeoutMs: 0,
      expiresAt: this.#now() + this.#ticketMs,
      ...changes,
    }
    const ticket = signTicket(claims, key)
    const proxy: OrderedProxy = {
      claims,
      ticket,
      relay: relay.place.id,
      port: undefined,
      closed: undefined,
      refused: undefined,
    }
    this.proxies.set(connectionId, proxy)
    relay.send({ type: 'open-proxy', connectionId, ticket })
    return proxy
  }

  /** Orders a proxy and waits for its port. */
  async openProxy(
    device: PlannedDevice,
    service: { id: ServiceOrder['id'] },
    changes: Partial<ProxyClaims> = {},
  ): Promise<OrderedProxy & { port: number }> {
    const proxy = this.orderProxy(device, service, changes)
    const opened = await eventually(() => proxy.port ?? proxy.refused, { what: 'the proxy is open' })
    if (typeof opened !== 'number') throw new Error(`the order was refused: ${opened.code}, ${opened.message}`)
    return Object.assign(proxy, { port: opened })
  }

  closeProxy({ relay, claims }: OrderedProxy): void {
    this.relays.get(relay)?.send({ type: 'close-proxy', connectionId: claims.connectionId })
  }

  /** Lets the holder of a key meet the device's agent. */
  peerTicket(
    device: PlannedDevice,
    initiatorKey: string,
    changes: Partial<PeerClaims> = {},
    key: KeyObject = this.ticketKey,
  ): { claims: PeerClaims; ticket: string } {
    const connectionId = parseConnectionId(randomUUID())
    if (connectionId === undefined) throw new Error('a UUID is a connection id')
    const { accountId, deviceId, key: agentKey = '', services } = device
    const claims: PeerClaims = {
      purpose: 'peer',
      connectionId,
      accountId,
      deviceId,
      serviceId: services[0]?.id ?? this.#makeId('s'),
      initiatorKey,
      agentKey,
      route: 'failover',
      expiresAt: this.#now() + this.#ticketMs,
      ...changes,
    }
    return { claims, ticket: signTicket(claims, key) }
  }

  /** As `connectPeer` does: all that the holder of this key needs to reach the service. */
  orderPeer(
    device: PlannedDevice,
    service: ServiceOrder,
    initiatorKey: string,
    { route = 'failover', ticketMs = this.#ticketMs }: { route?: RouteMode; ticketMs?: number } = {},
  ): PeerOrder {
    const { claims } = this.peerTicket(device, initiatorKey, { serviceId: service.id, route })
    const order = (): PeerOrder => {
      const expiresAt = this.#now() + ticketMs
      return {
        connectionId: claims.connectionId,
        deviceId: device.deviceId,
        serviceId: service.id,
        deviceName: device.name,
        serviceName: 'service',
        application: service.protocol === 'UDP' ? 32_769 : 1,
        protocol: service.protocol,
        agentKey: claims.agentKey,
        route,
        ticket: signTicket({ ...claims, expiresAt }, this.ticketKey),
        expiresAt,
        relays: [...this.#places.values()],
      }
    }
    this.peers.set(claims.connectionId, {
      initiatorKey,
      connectionId: claims.connectionId,
      renew: order,
      renewals: 0,
      report: undefined,
      ended: undefined,
    })
    return order()
  }

  /** As a server does when a person ends a connection, or loses what allowed it. */
  cutConnection({ deviceId, connectionId }: Pick<PeerClaims, 'deviceId' | 'connectionId'>): void {
    const peer = this.peers.get(connectionId)
    if (peer) peer.ended ??= 'server'
    for (const relay of this.relays.values()) relay.send({ type: 'cut-connection', deviceId, connectionId })
  }

  /** Orders a link at the first relay. The same link again is a change of it. */
  serveLink(device: PlannedDevice, service: { id: ServiceOrder['id'] }, changes: Partial<LinkClaims> = {}): LinkClaims {
    const relay = [...this.relays.values()][0]
    if (relay === undefined) throw new Error('no relay has joined')
    const { accountId, deviceId, key: agentKey = '' } = device
    const expiresAt = this.#now() + this.#ticketMs
    const about = { accountId, deviceId, serviceId: service.id, relayId: relay.place.id, agentKey, expiresAt }
    const claims: LinkClaims = {
      purpose: 'link',
      code: newLinkCode(),
      ...about,
      kind: { type: 'web', scheme: 'http', host: 'service.local' },
      allow: [],
      deny: [],
      visitsFrom: this.#now(),
      ...changes,
    }
    const connectionId = parseConnectionId(randomUUID())
    if (connectionId === undefined) throw new Error('a random UUID is an id')
    const streams: ProxyClaims = {
      purpose: 'proxy',
      connectionId,
      ...about,
      initiatorKey: relay.place.publicKey,
      allowed: { rule: 'anyone' },
      ...(claims.kind.type === 'udp' && { protocol: 'UDP' as const }),
      idleTimeoutMs: 0,
    }
    const { code } = claims
    relay.send({
      type: 'serve-link',
      code,
      ticket: signTicket(claims, this.ticketKey),
      streams: signTicket(streams, this.ticketKey),
    })
    return claims
  }

  tellLinkState(code: string, state: LinkState): void {
    for (const relay of this.relays.values()) relay.send({ type: 'link-state', code, state })
  }

  /** Stops serving, and cuts every channel. What was planned and ordered is remembered. */
  async goAway(): Promise<void> {
    for (const relay of this.relays.values()) relay.cut()
    const server = this.#server
    this.#server = undefined
    server?.close()
    server?.closeAllConnections()
    await eventually(() => this.relays.size === 0 && !server?.listening, { what: 'the control plane is gone' })
  }

  /** Serves again, at the same address. */
  async comeBack(): Promise<void> {
    const server = createServer((request, response) => {
      const answered = initiatorPaths.has(request.url)
        ? answerInitiator(request, { peers: this.peers, now: this.#now })
        : answerAgent(request, {
            devices: this.devices,
            claims: this.claims,
            now: this.#now,
            assign: (device) => this.#assign(device),
          })
      void answered.then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
      })
    })
    new WebSocketServer({ server, path: relayPath }).on('connection', (socket) =>
      serveRelayChannel(socket, {
        joinSecret: this.joinSecret,
        ticketKeys: [publicKeyText(this.ticketKey)],
        onJoined: (relay) => this.#joined(relay),
        onMessage: (relay, message) => this.#hear(message),
        onLost: ({ place }) => void this.relays.delete(place.id),
      }),
    )
    server.listen(this.#port, this.#host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server that listens has one
    this.#port = port
    this.#server = server
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.goAway()
  }

  #assign(device: PlannedDevice): Assignment {
    return {
      accountId: device.accountId,
      deviceId: device.deviceId,
      deviceName: device.name,
      revision: device.revision,
      relays: [...this.#places.values()],
      ticketKeys: [publicKeyText(this.ticketKey)],
      tunnelTicket: this.tunnelTicket(device),
      renewAt: this.#now() + this.#ticketMs / 2,
      services: device.services,
    }
  }

  /** As a server does: what should be open there is ordered again, with the port that it had. */
  #joined(relay: JoinedRelay): void {
    this.relays.set(relay.place.id, relay)
    this.#places.set(relay.place.id, relay.place)
    for (const { relay: at, closed, refused, claims, ticket, port } of this.proxies.values()) {
      if (at !== relay.place.id || closed || refused) continue
      relay.send({ type: 'open-proxy', connectionId: claims.connectionId, ticket, ...(port !== undefined && { port }) })
    }
  }

  #hear(message: RelayToServer): void {
    this.told.push(message)
    switch (message.type) {
      case 'presence':
        return this.#hearPresence(message)
      case 'usage':
        for (const each of message.connections) this.usage.set(each.connectionId, each)
        return
      case 'proxy-opened':
        return this.#note(message.connectionId, { port: message.port })
      case 'order-refused':
        return this.#note(message.connectionId, { refused: message })
      case 'proxy-closed':
        this.usage.set(message.usage.connectionId, message.usage)
        return this.#note(message.usage.connectionId, { closed: message })
      // Nothing is kept of links that were not ordered: they are unknown.
      case 'ask-link':
        return this.tellLinkState(message.code, 'unknown')
      case 'join':
      case 'heartbeat':
      case 'link-visit':
      case 'probe-answer':
    }
  }

  #note(connectionId: ConnectionId, news: Partial<OrderedProxy>): void {
    const proxy = this.proxies.get(connectionId)
    if (proxy) Object.assign(proxy, news)
  }

  #hearPresence({ part, agents }: Extract<RelayToServer, { type: 'presence' }>): void {
    if (part === 'snapshot-begin') this.#snapshot = []
    if (part === 'snapshot') this.#snapshot.push(...agents)
    if (part === 'snapshot-end') {
      this.presence.clear()
      for (const agent of this.#snapshot) this.presence.set(agent.deviceId, agent)
    }
    if (part === 'change') for (const agent of agents) this.presence.set(agent.deviceId, agent)
  }
}
