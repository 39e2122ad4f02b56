// A device's agent at work, and an initiator that reaches it, in one process: with real tickets, and real sockets behind.

import { createPublicKey, randomUUID } from 'node:crypto'
import type { Result } from '@farport/basics'
import {
  generatePrivateKey,
  peerClaims,
  publicKeyText,
  signTicket,
  type Assignment,
  type PeerClaims,
  type ServiceOrder,
} from '@farport/protocol'
import {
  beginOver,
  bridge,
  startSession,
  type MovableLink,
  type Session,
  type SessionOptions,
  type SessionStream,
  type StreamEnd,
  type StreamRefusal,
} from '@farport/session'
import { startTcpService } from '@farport/testkit'
import { createIdentity, createMemoryPair, type Identity, type Link } from '@farport/transport'
import { parseId, type ConnectionId } from '@farport/vocabulary'
import pino, { type Logger } from 'pino'
import type { DirectPolicy } from './direct-ways.ts'
import type { WorkLimits } from './limits.ts'
import { Work } from './work.ts'

export interface TestWorld extends AsyncDisposable {
  readonly work: Work
  /** Of the tickets, unless they are changed. */
  readonly connectionId: ConnectionId
  /** What the assignment lists; tests change it. */
  services: ServiceOrder[]
  addService(service: Partial<ServiceOrder> & { port: number }): ServiceOrder
  /** A ticket of a person's connection to the service; `changes` make it a wrong one. */
  ticket(service: ServiceOrder, changes?: Partial<PeerClaims>): string
  readonly initiator: Identity
  readonly agentKey: string
  /** A fresh link to the agent, as whoever holds the key. */
  link(key?: string): Link
  /** A session to the agent over such a link. */
  begin(key?: string, options?: Partial<SessionOptions>): { movable: MovableLink; session: Session }
  dial(key?: string): Session
  open(service: ServiceOrder, session?: Session): Promise<Result<SessionStream, StreamRefusal>>
  /** A port of this machine whose connections are streams of the service. */
  listen(service: ServiceOrder): Promise<number>
}

const silentLog = pino({ level: 'silent' })

export async function startTestWorld(
  limits: Partial<WorkLimits> = {},
  direct: DirectPolicy = { isAllowed: false, mayMapPorts: false },
  log: Logger = silentLog,
): Promise<TestWorld> {
  const stack = new AsyncDisposableStack()
  const serverKey = generatePrivateKey()
  const initiator = await createIdentity(generatePrivateKey())
  const identity = await createIdentity(generatePrivateKey())
  const base = peerClaims.parse({
    purpose: 'peer',
    connectionId: randomUUID(),
    accountId: 'a-0000000000000001',
    deviceId: 'd-0000000000000001',
    serviceId: 's-0000000000000001',
    initiatorKey: initiator.publicKey,
    agentKey: identity.publicKey,
    route: 'failover',
    expiresAt: Date.now() + 600_000,
  })
  const assignment = (): Assignment => ({
    accountId: base.accountId,
    deviceId: base.deviceId,
    deviceName: 'test',
    revision: 1,
    relays: [],
    ticketKeys: [publicKeyText(createPublicKey(serverKey))],
    tunnelTicket: '',
    renewAt: Date.now() + 600_000,
    services: world.services,
  })
  const work = stack.use(
    new Work({
      identity,
      deviceId: base.deviceId,
      log,
      now: Date.now,
      assignment,
      refreshAssignment: async () => undefined,
      direct,
      limits,
    }),
  )
  const world: TestWorld = {
    work,
    connectionId: base.connectionId,
    services: [],
    addService(service) {
      const id = parseId('s', `s-000000000000000${world.services.length + 1}`)
      if (id === undefined) throw new Error('there are too many services for a test')
      const order: ServiceOrder = { id, host: '127.0.0.1', protocol: 'TCP', ...service }
      world.services = [...world.services, order]
      return order
    },
    ticket: (service, changes = {}) => signTicket({ ...base, serviceId: service.id, ...changes }, serverKey),
    initiator,
    agentKey: identity.publicKey,
    link(key = initiator.publicKey) {
      const [near, far] = createMemoryPair({ left: key, right: identity.publicKey })
      work.answer(far)
      return near
    },
    begin(key, options = {}) {
      const movable = beginOver(world.link(key))
      return { movable, session: stack.use(startSession({ link: movable, role: 'initiator', ...options })) }
    },
    dial: (key) => world.begin(key).session,
    open(service, session = world.dial()) {
      return session.grant(world.ticket(service)).open('192.0.2.7:1')
    },
    async listen(service) {
      const grant = world.dial().grant(world.ticket(service))
      const server = stack.use(
        await startTcpService((socket) => {
          socket.on('error', () => undefined) // the bridge tells it, or nobody is there to be told
          void grant.open('192.0.2.7:1').then((stream) => {
            if (stream.ok) bridge(socket, stream.value)
            else socket.resetAndDestroy()
          })
        }),
      )
      return server.port
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
  return world
}

/** What a test sees of a stream that it has opened. */
export class Talker {
  readonly stream: SessionStream
  #received: Buffer[] = []
  readonly datagrams: Buffer[] = []
  hasEnded = false
  end: StreamEnd | undefined
  /** Whether it reads. */
  isReading = true

  constructor(stream: SessionStream) {
    this.stream = stream
    stream.start({
      onBytes: (bytes) => {
        if (!this.isReading) return
        this.#received.push(Buffer.from(bytes))
        stream.consumed(bytes.length)
      },
      onDrain: () => undefined,
      onEnd: () => (this.hasEnded = true),
      onClose: (end) => (this.end = end),
      onDatagram: (bytes) => this.datagrams.push(Buffer.from(bytes)),
    })
  }

  get received(): Buffer {
    const whole = Buffer.concat(this.#received)
    this.#received = [whole]
    return whole
  }

  /** The stream of an answer that must be good. */
  static of(opened: Result<SessionStream, StreamRefusal>): Talker {
    if (!opened.ok) throw new Error(opened.refusal.message)
    return new Talker(opened.value)
  }
}
