// Connections between a person's agent and a device's, over a real relay: what they carry, how they move, and how they end.

import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { createTempDir, eventually, type ControlPlane, startEcho } from '@farport/testkit'
import { generatePrivateKey, publicKeyText, type LocalConnection, type RouteMode } from '@farport/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Initiator, OpenRequest } from '../apps/agent/src/initiator/initiator.ts'
import { InitiatorState } from '../apps/agent/src/initiator/initiator-state.ts'
import { dial, startDataPlane, type DataPlane, type RunningDevice } from './support/data-plane.ts'
import { startInitiator } from './support/initiator.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const stack = new AsyncDisposableStack()
let world: DataPlane
let plane: ControlPlane
let device: RunningDevice
let initiator: Initiator

beforeAll(async () => {
  world = stack.use(await startDataPlane())
  plane = world.plane
  device = await world.addDevice('bench')
  initiator = stack.use(await startInitiator())
})
afterAll(() => stack.disposeAsync())

interface Opening extends Omit<OpenRequest, 'serverUrl' | 'order'> {
  readonly route: RouteMode
  readonly ticketMs: number
  readonly by: Initiator
}

async function open(
  service: { port: number; protocol?: 'TCP' | 'UDP' },
  { route = 'failover', ticketMs = 600_000, by = initiator, ...more }: Partial<Opening> = {},
): Promise<LocalConnection> {
  const order = plane.orderPeer(device.planned, plane.addService(device.planned, service), by.publicKey, {
    route,
    ticketMs,
  })
  const opened = await by.open({ serverUrl: plane.url, order, ...more })
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.value
}

const shown = (connection: LocalConnection) =>
  initiator.connections.find(({ connectionId }) => connectionId === connection.connectionId)

const close = (connection: LocalConnection, by = initiator) => by.close(connection.connectionId)

test('by relay only: a stream comes and goes, and everything of it is known', async () => {
  await using echo = await startEcho()
  const connection = await open(echo, { route: 'proxy' })
  expect(connection).toMatchObject({ host: '127.0.0.1', boundTo: '127.0.0.1', name: 'service-bench.localhost' })
  expect(connection.port).toBeGreaterThanOrEqual(33_000)
  expect(connection.port).toBeLessThanOrEqual(42_999)
  using client = dial(connection.port)
  client.say('hello')
  await client.hears('hello')
  const carried = await eventually(() => {
    const now = shown(connection)
    return now?.path?.roundTripMs !== undefined && now.checkpoints[2] !== null ? now : undefined
  })
  expect(carried).toMatchObject({
    state: 'connected',
    streams: 1,
    txBytes: 5,
    rxBytes: 5,
    path: { kind: 'relay', remote: `127.0.0.1:${world.relay.port}`, loss: 0 },
    reason: 'The connection is set to go by relay only.',
  })
  const [bound, fetched, , agentBound, started, cloud, authenticated, direct, target, proxy] = carried.checkpoints
  expect({ bound, fetched, agentBound, started, cloud, authenticated, direct, target, proxy }).toEqual({
    bound: true,
    fetched: true,
    agentBound: true,
    started: true,
    cloud: true,
    authenticated: true,
    direct: null,
    target: true,
    proxy: true,
  })
  const peer = plane.peers.get(connection.connectionId)
  await eventually(() => peer?.report, { what: 'the server hears of the path' })
  expect(peer?.report).toMatchObject({ path: 'relay', txBytes: 5, rxBytes: 5, streams: 1 })
  client.socket.end()
  await eventually(() => shown(connection)?.state === 'ready', { what: 'the port waits again' })
  close(connection)
  expect(initiator.connections).toEqual([])
  await eventually(() => peer?.ended === 'initiator', { what: 'the server hears of the end' })
})

test('adaptive: the first byte goes by relay, and a live stream moves to a direct path', async () => {
  await using echo = await startEcho()
  const connection = await open(echo)
  using client = dial(connection.port)
  client.say('first')
  await client.hears('first')
  await eventually(() => (shown(connection)?.path?.kind ?? 'relay') !== 'relay', { what: 'a direct path carries' })
  client.say('second')
  await client.hears('second')
  expect(shown(connection)?.checkpoints[7]).toBe(true)
  await eventually(() => shown(connection)?.checkpoints[9], { what: 'a relay waits beside it' })
  close(connection)
})

test('peer to peer only: no stream opens before a direct path carries', async () => {
  await using echo = await startEcho()
  const connection = await open(echo, { route: 'p2p' })
  using client = dial(connection.port)
  client.say('direct')
  await client.hears('direct')
  expect(shown(connection)?.path?.kind).not.toBe('relay')
  close(connection)
})

test('peer to peer only: where there is no direct path, that is said', async () => {
  await using echo = await startEcho()
  await using lonely = await startInitiator({ createDirectPaths: undefined, streamWaitMs: 500 })
  const connection = await open(echo, { route: 'p2p', by: lonely })
  using client = dial(connection.port)
  await eventually(() => client.over === 'cut')
  expect(lonely.connections[0]).toMatchObject({
    error: {
      code: 101,
      message: 'Direct ways are switched off on this machine. This connection may go by a direct way only.',
    },
  })
  expect(echo.sockets.size).toBe(0)
})

test('what the server cuts is over within two seconds', async () => {
  await using echo = await startEcho()
  const connection = await open(echo)
  const over = Promise.withResolvers<LocalConnection>()
  initiator.watch((changed) => {
    if (changed.connectionId === connection.connectionId && changed.state === 'disconnected') over.resolve(changed)
  })
  using client = dial(connection.port)
  client.say('hello')
  await client.hears('hello')
  const cutAtMs = performance.now()
  plane.cutConnection({ deviceId: device.planned.deviceId, connectionId: connection.connectionId })
  expect(await over.promise).toMatchObject({ error: { code: 101, message: 'The connection was ended.' } })
  await eventually(() => client.over === 'cut')
  expect(performance.now() - cutAtMs).toBeLessThan(2000)
  using late = dial(connection.port)
  await eventually(() => late.over)
})

test('a ticket is renewed, and its streams go on', async () => {
  await using echo = await startEcho()
  const connection = await open(echo, { ticketMs: 11_000 })
  using client = dial(connection.port)
  client.say('hello')
  await client.hears('hello')
  const peer = plane.peers.get(connection.connectionId)
  await eventually(() => (peer?.renewals ?? 0) >= 1, { what: 'the ticket is renewed', timeoutMs: 15_000 })
  client.say('again')
  await client.hears('again')
  if (peer) peer.ended = 'server'
  await eventually(() => shown(connection) === undefined, { what: 'what is not renewed ends', timeoutMs: 15_000 })
})

test.each<[string, RouteMode]>([
  ['by relay', 'proxy'],
  ['directly', 'p2p'],
])('datagrams come and go %s, each client by itself', async (_, route) => {
  const service = createSocket('udp4')
  service.on('message', (bytes, from) => service.send(`${from.port} ${bytes.toString()}`, from.port, from.address))
  service.bind(0, '127.0.0.1')
  await once(service, 'listening')
  const connection = await open({ port: service.address().port, protocol: 'UDP' }, { route })
  const ask = async (client: ReturnType<typeof createSocket>, text: string) => {
    client.send(text, connection.port, '127.0.0.1')
    const [bytes] = (await once(client, 'message', { signal: AbortSignal.timeout(10_000) })) as [Buffer]
    return bytes.toString().split(' ')
  }
  const [ada, bob] = [createSocket('udp4'), createSocket('udp4')]
  const [adaPort, adaText] = await ask(ada, 'ada')
  const [bobPort, bobText] = await ask(bob, 'bob')
  expect([adaText, bobText]).toEqual(['ada', 'bob'])
  expect(adaPort).not.toBe(bobPort)
  expect((await ask(ada, 'again'))[0]).toBe(adaPort)
  expect(shown(connection)).toMatchObject({ streams: 2, state: 'connected', txBytes: 11 })
  for (const socket of [ada, bob, service]) socket.close()
  close(connection)
})

test('a service that is not there is error 523, and a device that is away is error 101', async () => {
  await using echo = await startEcho()
  const { port } = echo
  await echo[Symbol.asyncDispose]()
  const connection = await open({ port })
  const checked = await initiator.check(connection.connectionId)
  expect(checked).toMatchObject({
    ok: true,
    value: {
      error: { code: 523, message: 'Farport connected, but there is no service running on the remote machine.' },
    },
  })
  expect(shown(connection)?.checkpoints[8]).toBe(false)
  close(connection)

  const away = plane.planDevice('away', initiator.publicKey)
  const order = plane.orderPeer(away, plane.addService(away, { port }), initiator.publicKey)
  const opened = await initiator.open({ serverUrl: plane.url, order })
  if (!opened.ok) throw new Error(opened.refusal)
  const offline = await eventually(() => (shown(opened.value)?.state === 'offline' ? shown(opened.value) : undefined))
  expect(offline).toMatchObject({
    error: { code: 101, message: expect.stringContaining('Please ensure that the device is online.') as string },
  })
  close(opened.value)
})

test('a device that holds another key than the server names is error 496, and nothing is sent to it', async () => {
  await using echo = await startEcho()
  const order = plane.orderPeer(device.planned, plane.addService(device.planned, echo), initiator.publicKey)
  const agentKey = publicKeyText(generatePrivateKey())
  const opened = await initiator.open({ serverUrl: plane.url, order: { ...order, agentKey } })
  if (!opened.ok) throw new Error(opened.refusal)
  using client = dial(opened.value.port)
  client.say('a secret')
  const refused = await eventually(() => (shown(opened.value)?.error?.code === 496 ? shown(opened.value) : undefined))
  expect(refused).toMatchObject({
    error: {
      message: 'The other end could not prove that it is this device: it holds another key than the server names.',
    },
  })
  expect(refused?.checkpoints[6]).not.toBe(true)
  expect(echo.sockets.size).toBe(0)
  close(opened.value)
})

test('ports: the same again for a service, another for another, and a sentence for one that cannot be', async () => {
  await using echo = await startEcho()
  const service = plane.addService(device.planned, echo)
  const order = () => plane.orderPeer(device.planned, service, initiator.publicKey)
  const bind = async (more = {}) => await initiator.open({ serverUrl: plane.url, order: order(), ...more })
  const first = await bind()
  const second = await bind()
  if (!first.ok || !second.ok) throw new Error('no port')
  expect(second.value.port).not.toBe(first.value.port)
  expect(second.value.name).toBe('service-bench-2.localhost')
  close(first.value)
  close(second.value)
  const again = await bind()
  expect(again).toMatchObject({ value: { port: second.value.port } })
  expect(await bind({ port: echo.port })).toEqual({
    ok: false,
    refusal: `Port ${echo.port} on 127.0.0.1 is used by another program. Choose another.`,
  })
  expect(await bind({ host: '203.0.113.1' })).toEqual({
    ok: false,
    refusal: '203.0.113.1 is no address of this machine, so nothing can be bound to it.',
  })
  if (again.ok) close(again.value)
})

test('shared in the local network: only whom the rule names', async () => {
  await using echo = await startEcho()
  const allowed = { rule: 'ranges' as const, ranges: ['198.51.100.7'] }
  const connection = await open(echo, { host: '0.0.0.0', allowed })
  using own = dial(connection.port)
  own.say('hello')
  await own.hears('hello')
  const [address] = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  if (address !== undefined) {
    // From its own address in the network this machine is a stranger like any other.
    const stranger = connect({ host: address.address, port: connection.port, localAddress: address.address })
    const isRefused = await new Promise((resolve) =>
      stranger.on('error', () => resolve(true)).on('data', () => resolve(false)),
    )
    expect(isRefused).toBe(true)
    expect(shown(connection)?.streams).toBe(1)
  }
  close(connection)
})

test('a file goes through whole while its path changes', async () => {
  await using echo = await startEcho()
  const connection = await open(echo)
  const bytes = randomBytes(64 * 1024 * 1024)
  const socket = connect({ host: '127.0.0.1', port: connection.port })
  const received = createHash('sha256')
  let length = 0
  const kinds = new Set<string>()
  socket.on('data', (chunk) => {
    received.update(chunk)
    length += chunk.length
    const kind = shown(connection)?.path?.kind
    if (kind !== undefined) kinds.add(kind)
  })
  socket.write(bytes)
  await eventually(() => length === bytes.length, { what: 'all of it is back', timeoutMs: 25_000 })
  expect(received.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  socket.destroy()
  close(connection)
})

test('a device that hears first that a connection was ended: this end asks, and ends it, too', async () => {
  await using echo = await startEcho()
  const connection = await open(echo)
  using client = dial(connection.port)
  client.say('hello')
  await client.hears('hello')
  const peer = plane.peers.get(connection.connectionId)
  if (peer) peer.ended = 'server'
  plane.changeServices(device.planned, [])
  await eventually(() => client.over === 'cut', { what: 'the device cuts the stream' })
  await eventually(() => shown(connection) === undefined, { what: 'the port is given back', timeoutMs: 2000 })
})

test('after a restart, what was to stay comes back at its port, and what somebody held does not', async () => {
  await using echo = await startEcho()
  await using folder = await createTempDir('kept')
  const state = new InitiatorState(folder.path)
  const start = async () =>
    startInitiator({
      privateKey: await state.key(),
      kept: await state.connections(),
      keepConnections: (kept) => state.keepConnections(kept),
    })
  const before = await start()
  const kept = await open(echo, { by: before, isKept: true })
  const file = join(folder.path, 'initiator/connections.json')
  expect(await readFile(file, 'utf8'), 'it is kept once it is open').toContain(kept.connectionId)
  const held = await open(echo, { by: before })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const peer = plane.peers.get(kept.connectionId)
  expect(await readFile(file, 'utf8')).not.toContain(peer?.renew().ticket.slice(0, 20))
  expect(await readFile(file, 'utf8')).not.toContain(held.connectionId)
  before.leaveKept()
  await before[Symbol.asyncDispose]()
  expect(plane.peers.get(held.connectionId)?.ended).toBe('initiator')
  expect(peer?.ended).toBeUndefined()

  const after = await start()
  after.bringBack()
  const [back] = await eventually(() => (after.connections.length === 1 ? after.connections : undefined))
  expect(back).toMatchObject({ connectionId: kept.connectionId, port: kept.port })
  using client = dial(kept.port)
  client.say('hello again')
  await client.hears('hello again')
  close(kept, after)
  await eventually(async () => (await stat(file).catch(() => 'gone')) === 'gone', { what: 'nothing is kept any more' })
  await after[Symbol.asyncDispose]()
})
