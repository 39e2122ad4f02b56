// The initiator, put together: a person's end of connections. It binds local ports, keeps sessions to devices' agents, and
// asks the server for nothing but what its connections need.

import type { KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { AddressRule, LocalError, LocalSample, LocalConnection as Shown, PeerOrder } from '@farport/protocol'
import { createIdentity } from '@farport/transport'
import { applicationId, type ConnectionId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import { watchWake } from '../tunnel/wake-watch.ts'
import { ConnectionApi } from './connections/connection-api.ts'
import type { KeptConnection } from './connections/kept-connection.ts'
import { KeptConnections } from './connections/kept-connections.ts'
import { connectionsMax, LocalConnection } from './connections/local-connection.ts'
import { Upkeep } from './connections/upkeep.ts'
import { Watchers } from './connections/watchers.ts'
import { Peers } from './peers/peers.ts'
import type { SessionParts } from './peers/live-session.ts'
import { createClientGate } from './ports/client-gate.ts'
import { localName } from './ports/local-name.ts'
import { openPort } from './ports/open-port.ts'
import { remember } from './ports/port-choice.ts'
import { SocksStream } from './ports/socks-stream.ts'
import { RelayChannels } from './relays/relay-channels.ts'

export interface InitiatorOptions extends Omit<SessionParts, 'identity' | 'agentKey'> {
  readonly privateKey: KeyObject
  readonly version: string
  readonly log: Logger
  /** Which port each service had. */
  readonly ports: ReadonlyMap<string, number>
  readonly keepPorts: (ports: ReadonlyMap<string, number>) => Promise<void>
  /** What the program before this one had open, and what of this one is to come back. */
  readonly kept: readonly KeptConnection[]
  readonly keepConnections: (kept: readonly KeptConnection[]) => Promise<void>
  /** A stream waits so long for a session, and for a direct way where no other is permitted. */
  readonly streamWaitMs?: number
  readonly now?: () => number
  readonly random?: () => number
}

export interface OpenRequest {
  readonly serverUrl: string
  readonly order: PeerOrder
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly allowed?: AddressRule | undefined
  /** It comes back after a restart of this program. */
  readonly isKept?: boolean
}

export interface Initiator extends AsyncDisposable {
  /** The key that the server makes tickets for. */
  readonly publicKey: string
  readonly connections: readonly Shown[]
  /** What is still to come back. */
  readonly returning: number
  isKept(connectionId: ConnectionId): boolean
  /** Refused with a sentence. What is kept is on the disk when it resolves. */
  open(request: OpenRequest): Promise<Result<Shown, string>>
  /** Whether the service answers; told in the connection. */
  check(connectionId: ConnectionId): Promise<Result<Shown, string>>
  samples(connectionId: ConnectionId): Result<readonly LocalSample[], string>
  /** Ends it here and at the server. */
  close(connectionId: ConnectionId): Result<Shown, string>
  /** Every change of a connection; what is returned ends it. */
  watch(onChange: (connection: Shown) => void): () => void
  /** Brings back what the program before this one had open. */
  bringBack(): void
  /** What is kept lives on at the server, for the program after this one. All else ends with this one. */
  leaveKept(): void
}

const connectTimeoutMs = 10_000
const streamWaitMsDefault = 20_000
/** Whoever has moved should not stand still for long. */
const wakeLookMs = 500

export async function createInitiator(options: InitiatorOptions): Promise<Initiator> {
  const identity = await createIdentity(options.privateKey)
  return new Connections({ ...options, identity })
}

class Connections implements Initiator {
  readonly publicKey: string
  readonly #options: InitiatorOptions & Pick<SessionParts, 'identity'>
  readonly #now: () => number
  readonly #random: () => number
  readonly #connections = new Map<ConnectionId, LocalConnection>()
  readonly #peers: Peers
  readonly #apis = new Map<string, ConnectionApi>()
  readonly #watchers = new Watchers()
  readonly #channels: RelayChannels
  readonly #upkeep: Upkeep
  readonly #wakeWatch: Disposable
  readonly #kept: KeptConnections
  #ports: ReadonlyMap<string, number>

  constructor(options: InitiatorOptions & Pick<SessionParts, 'identity'>) {
    const { now = Date.now, random = Math.random, identity, version, log } = options
    this.#options = options
    this.#now = now
    this.#random = random
    this.#ports = options.ports
    this.publicKey = identity.publicKey
    this.#channels = new RelayChannels({
      identity,
      version,
      timeoutMs: connectTimeoutMs,
      random,
      log,
      needed: () => this.#peers.relaysInUse,
      onCut: (connectionId) => this.#cut(connectionId, 'The connection was ended.'),
    })
    this.#peers = new Peers({
      ...options,
      channels: this.#channels,
      streamWaitMs: options.streamWaitMs ?? streamWaitMsDefault,
      now,
      random,
      onChange: (peer) => {
        for (const connection of this.#connections.values()) if (connection.peer === peer) connection.changed()
      },
    })
    this.#upkeep = new Upkeep({
      connections: () => [...this.#connections.values()],
      api: (serverUrl) => this.#api(serverUrl),
      onEnded: (connection, message) => this.#cut(connection.connectionId, message),
      log,
    })
    this.#wakeWatch = watchWake({
      everyMs: wakeLookMs,
      now,
      onWake: (reason) => {
        log.info({ reason }, 'looking whether the paths are alive')
        if (reason === 'left') this.#channels.abandon()
        else this.#channels.probe()
        this.#peers.wake(reason)
      },
    })
    this.#kept = new KeptConnections({
      ...options,
      connections: () => [...this.#connections.values()],
      renew: ({ serverUrl, connectionId }) => this.#api(serverUrl).renew(connectionId),
      open: (kept, order) => this.open({ ...kept, order, isKept: true }),
      now,
      random,
      log,
    })
  }

  get connections(): readonly Shown[] {
    return [...this.#connections.values()].map((connection) => connection.show())
  }

  get returning(): number {
    return this.#kept.waiting.length
  }

  isKept(connectionId: ConnectionId): boolean {
    return this.#connections.get(connectionId)?.isKept ?? false
  }

  async open(request: OpenRequest): Promise<Result<Shown, string>> {
    const { order, serverUrl, host = '127.0.0.1', allowed } = request
    const present = this.#connections.get(order.connectionId)
    if (present !== undefined && present.order.route === order.route) return this.#openAgain(present, request)
    // Another route is another session: what went by the old one ends here, and only here.
    if (present !== undefined) this.#end(present)
    if (this.#connections.size >= connectionsMax) return refuse(`There are ${connectionsMax} connections already.`)
    const gate = createClientGate(allowed)
    if (!gate.ok) return gate
    const connection = new LocalConnection({
      order,
      serverUrl,
      peer: this.#peers.of(order),
      name: localName(
        order.serviceName,
        order.deviceName,
        new Set([...this.#connections.values()].map(({ name }) => name)),
      ),
      boundTo: host,
      allowed,
      serverNow: () => this.#api(serverUrl).now(),
      now: this.#now,
      onChange: (changed) => this.#watchers.changed(changed),
      onDoubted: (doubted) => this.#upkeep.ask(doubted),
    })
    this.#connections.set(order.connectionId, connection)
    const port = await openPort(
      { protocol: order.protocol, serviceId: order.serviceId, host, port: request.port },
      { remembered: this.#ports, taken: this.#portsTaken(), random: this.#random() },
      {
        gate: gate.value,
        open: (source) => connection.open(source),
        ...(order.application === applicationId.socks && {
          adapt: (stream, client, count) => new SocksStream(stream, client, count),
        }),
        onChange: () => connection.changed(),
        onOpened: () => connection.onOpened(),
        onOver: (end) => connection.onOver(end),
        onRefused: (refusal) => connection.onRefused(refusal),
      },
    )
    if (!port.ok) {
      this.#forget(connection)
      return port
    }
    connection.begin(port.value)
    connection.isKept = request.isKept ?? false
    this.#remember(order.serviceId, port.value.port)
    if (connection.isKept) await this.#kept.changed()
    return accept(connection.show())
  }

  /** It goes on where it is, under the newer ticket. */
  async #openAgain(
    present: LocalConnection,
    { order, host, port, isKept }: OpenRequest,
  ): Promise<Result<Shown, string>> {
    const { boundTo } = present.show()
    if ((port !== undefined && port !== present.port) || (host !== undefined && host !== boundTo)) {
      return refuse(`It is open already, at ${boundTo} port ${present.port}. Disconnect it first.`)
    }
    present.renewed(order)
    if (isKept === true && !present.isKept) {
      present.isKept = true
      await this.#kept.changed()
    }
    return accept(present.show())
  }

  async check(connectionId: ConnectionId): Promise<Result<Shown, string>> {
    const connection = this.#connections.get(connectionId)
    if (connection === undefined) return unknownConnection
    await connection.check()
    return accept(connection.show())
  }

  samples(connectionId: ConnectionId): Result<readonly LocalSample[], string> {
    const connection = this.#connections.get(connectionId)
    return connection === undefined ? unknownConnection : accept(connection.measurements.all)
  }

  close(connectionId: ConnectionId): Result<Shown, string> {
    const connection = this.#connections.get(connectionId)
    if (connection === undefined) return unknownConnection
    void this.#api(connection.serverUrl).end(connectionId)
    this.#end(connection)
    return accept(connection.show())
  }

  watch(onChange: (connection: Shown) => void): () => void {
    return this.#watchers.add(onChange)
  }

  bringBack(): void {
    this.#kept.bringBack()
  }

  leaveKept(): void {
    this.#kept.freeze()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#kept[Symbol.dispose]()
    this.#upkeep[Symbol.dispose]()
    this.#wakeWatch[Symbol.dispose]()
    const ending = [...this.#connections.values()].map(async (connection) => {
      const isLeft = this.#kept.isFrozen && connection.isKept
      this.#end(connection)
      if (!isLeft) await this.#api(connection.serverUrl).end(connection.connectionId)
    })
    this.#watchers.tell()
    await Promise.allSettled(ending)
    this.#channels[Symbol.dispose]()
  }

  /** The server has ended it: nothing of it may go on. */
  #cut(connectionId: ConnectionId, message: string): void {
    const connection = this.#connections.get(connectionId)
    if (connection === undefined) return
    this.#options.log.info({ connectionId }, 'the connection was ended by the server')
    this.#end(connection, { code: 101, message })
  }

  #end(connection: LocalConnection, error?: LocalError): void {
    connection.end(error)
    this.#forget(connection)
  }

  #forget(connection: LocalConnection): void {
    this.#connections.delete(connection.connectionId)
    if (connection.isKept) void this.#kept.changed()
    this.#peers.tidy(new Set([...this.#connections.values()].map(({ peer }) => peer)))
    this.#channels.tidy()
  }

  #api(serverUrl: string): ConnectionApi {
    const present = this.#apis.get(serverUrl)
    if (present !== undefined) return present
    const { privateKey } = this.#options
    const api = new ConnectionApi({ serverUrl: new URL(serverUrl), privateKey, now: this.#now })
    this.#apis.set(serverUrl, api)
    return api
  }

  #portsTaken(): ReadonlySet<number> {
    return new Set([...this.#connections.values()].flatMap(({ port }) => port ?? []))
  }

  #remember(serviceId: string, port: number): void {
    this.#ports = remember(this.#ports, serviceId, port)
    this.#options.keepPorts(this.#ports).catch((error: unknown) => {
      this.#options.log.warn({ error }, 'the ports of services could not be kept')
    })
  }
}

const unknownConnection = refuse('There is no such connection on this machine.')
