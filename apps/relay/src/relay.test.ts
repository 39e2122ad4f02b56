import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { generatePrivateKey, publicKeyText, tunnelMessageBytesMax, workPreamble } from '@farport/protocol'
import { eventually, type ControlPlane } from '@farport/testkit'
import { createIdFactory } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enrolledDevice, enteredAgent, rawSocket, TestAgent, workHead } from './test-agent.ts'
import { startWorld, type World } from './test-world.ts'

// A busy machine shakes hands slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const makeId = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })

/** Nobody trusts its certificate but who knows its key, so here nobody looks at it. */
async function statusOf(port: number, path: string): Promise<number | undefined> {
  const request = get({ host: '127.0.0.1', port, path, rejectUnauthorized: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe('an agent at the door', () => {
  let world: World
  let resident: Awaited<ReturnType<typeof enteredAgent>>
  beforeAll(async () => {
    world = await startWorld()
    resident = await enteredAgent(world.relay, world.plane)
  })
  afterAll(async () => {
    resident[Symbol.dispose]()
    await world[Symbol.asyncDispose]()
  })

  /** Everything that is refused here must leave the one that is in alone. */
  const surroundings = () => ({ isClosed: resident.isClosed, ...world.relay.load() })
  const undisturbed = { isClosed: false, agents: 1, isJoined: true }

  const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

  test.each<[string, (plane: ControlPlane) => Parameters<TestAgent['enter']>[0], string]>([
    [
      'with a stolen ticket',
      (plane) => ({ ticket: plane.tunnelTicket(enrolledDevice(plane).planned), key: generatePrivateKey() }),
      'key-mismatch',
    ],
    [
      'with a signature for another socket',
      (plane) => {
        const { planned, key } = enrolledDevice(plane)
        return { ticket: plane.tunnelTicket(planned), key, text: { nonce: 'n'.repeat(43) } }
      },
      'key-mismatch',
    ],
    [
      'with an expired ticket',
      (plane) => {
        const { planned, key } = enrolledDevice(plane)
        return { ticket: plane.tunnelTicket(planned, { expiresAt: Date.now() - 1 }), key }
      },
      'ticket-expired',
    ],
    [
      'with an altered ticket',
      (plane) => {
        const { planned, key } = enrolledDevice(plane)
        return { ticket: flip(plane.tunnelTicket(planned), 60), key }
      },
      'ticket-invalid',
    ],
    [
      'with a ticket that it signed itself',
      (plane) => {
        const { planned, key } = enrolledDevice(plane)
        return { ticket: plane.tunnelTicket(planned, {}, key), key }
      },
      'ticket-invalid',
    ],
    [
      'with its key put into the ticket of another',
      (plane) => {
        const { planned } = enrolledDevice(plane)
        const key = generatePrivateKey()
        const [head, , signature] = plane.tunnelTicket(planned).split('.')
        const [, claims] = plane.tunnelTicket({ ...planned, key: publicKeyText(key) }).split('.')
        return { ticket: [head, claims, signature].join('.'), key }
      },
      'ticket-invalid',
    ],
    [
      'with a ticket for a proxy',
      (plane) => {
        const { planned, key } = enrolledDevice(plane)
        const { ticket } = plane.orderProxy(planned, { id: makeId('s') })
        return { ticket, key }
      },
      'ticket-purpose',
    ],
  ])('is refused %s', async (_name, entry, code) => {
    using agent = await TestAgent.dial(world.relay)
    agent.enter(entry(world.plane))
    await eventually(() => agent.isClosed, { what: 'the socket is closed' })
    expect(agent.refusal).toBe(code)
    expect(surroundings()).toMatchObject(undisturbed)
  })

  test.each<[string, (agent: TestAgent) => void]>([
    ['no JSON', (agent) => agent.say('{"type":')],
    ['a message that there is not', (agent) => agent.say({ type: 'leave' })],
    ['an order before it entered', (agent) => agent.say({ type: 'link-failed', token: 'x'.repeat(43), message: '' })],
    ['binary data', (agent) => agent.socket.send(randomBytes(64))],
    ['an oversized message', (agent) => agent.say('x'.repeat(tunnelMessageBytesMax + 1))],
  ])('is closed, and nothing else, when it says %s', async (_name, say) => {
    using agent = await TestAgent.dial(world.relay)
    say(agent)
    await eventually(() => agent.isClosed, { what: 'the socket is closed' })
    expect(surroundings()).toMatchObject(undisturbed)
  })

  test.each<[string, Uint8Array]>([
    ['garbage', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
    ['plain HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a TLS record that is none', Buffer.concat([Buffer.from([0x16, 3, 1, 0xff, 0xff]), randomBytes(70_000)])],
    ['a work connection that nobody ordered', workHead(randomBytes(32))],
    ['a work connection of another version', Buffer.from('FPW9'.padEnd(64, 'x'))],
  ])('first bytes that are %s close the socket, and nothing else', async (_name, bytes) => {
    const socket = await rawSocket(world.relay.port, bytes)
    await eventually(() => socket.isOver, { what: 'the socket is closed' })
    expect(surroundings()).toMatchObject(undisturbed)
    expect(world.relay.load().waiting).toBe(0)
  })

  test('health is answered on the same port, nothing else is, and metrics on another', async () => {
    expect(await statusOf(world.relay.port, '/healthz')).toBe(200)
    expect(await statusOf(world.relay.port, '/tunnel/v1')).toBe(404)
    expect(await statusOf(world.relay.port, '/')).toBe(404)
    const metrics = `http://127.0.0.1:${world.relay.metricsPort}`
    expect(await (await fetch(`${metrics}/healthz`)).text()).toBe('ok\n')
    expect(await (await fetch(`${metrics}/metrics`)).text()).toMatch(/^farport_relay_agents 1$/m)
    expect((await fetch(`${metrics}/else`)).status).toBe(404)
  })
})

describe('half-open sockets', () => {
  test('a thousand that say nothing leave nothing behind, and an agent gets in meanwhile', async () => {
    await using world = await startWorld({ firstBytesMs: 1500, silentSocketsMax: 400 })
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => rawSocket(world.relay.port)))
    expect(world.relay.load().waiting).toBeLessThanOrEqual(400)
    using agent = await enteredAgent(world.relay, world.plane)
    await eventually(() => sockets.every((socket) => socket.isOver), { what: 'all are closed' })
    expect(world.relay.load()).toMatchObject({ waiting: 0, agents: 1 })
    expect(agent.isClosed).toBe(false)
  })

  test('those that stop within their first bytes, their handshake or their greeting are closed, too', async () => {
    await using world = await startWorld({ firstBytesMs: 200, handshakeMs: 200, enterMs: 200 })
    const half = [workPreamble.subarray(0, 2), workHead(randomBytes(16)), Buffer.from([0x16, 3, 1])]
    const sockets = await Promise.all(half.map((bytes) => rawSocket(world.relay.port, bytes)))
    using silent = await TestAgent.dial(world.relay)
    expect(world.relay.load().waiting).toBeGreaterThan(0)
    await eventually(() => sockets.every((socket) => socket.isOver) && silent.isClosed, { what: 'all are closed' })
    expect(silent.refusal).toBe('protocol')
    await eventually(() => world.relay.load().waiting === 0, { what: 'nothing waits' })
  })

  test('one address cannot take all places', async () => {
    await using world = await startWorld({ arrivalsPerAddressMax: 5 })
    const hello = Buffer.from([0x16, 3, 1])
    const sockets = await Promise.all(Array.from({ length: 20 }, () => rawSocket(world.relay.port, hello)))
    await eventually(() => sockets.filter((socket) => socket.isOver).length === 15, { what: 'fifteen are closed' })
    expect(world.relay.load().waiting).toBe(5)
    for (const socket of sockets) socket.destroy()
    await eventually(() => world.relay.load().waiting === 0, { what: 'nothing waits' })
  })
})

describe('two tunnels with one key', () => {
  test('the same agent again replaces itself', async () => {
    await using world = await startWorld()
    const first = await enteredAgent(world.relay, world.plane)
    using second = await enteredAgent(world.relay, world.plane, { device: first.device })
    await eventually(() => first.isClosed, { what: 'the first is closed' })
    expect(first.refusal).toBe('replaced')
    expect(second.isClosed).toBe(false)
    expect(world.relay.load().agents).toBe(1)
  })

  test('a cloned disk is refused while the other lives, and nothing flaps', async () => {
    await using world = await startWorld()
    using first = await enteredAgent(world.relay, world.plane, { bootId: 'original' })
    using clone = await TestAgent.dial(world.relay)
    const { planned, key } = first.device
    clone.enter({ ticket: world.plane.tunnelTicket(planned), key, bootId: 'clone' })
    await eventually(() => clone.isClosed, { what: 'the clone is closed' })
    expect(clone.refusal).toBe('duplicate')
    expect(first.isClosed).toBe(false)
    await eventually(() => world.plane.isOnline(planned), { what: 'the device is online' })
  })

  test('an agent that was started anew takes the place of one that does not answer', async () => {
    await using world = await startWorld({ rivalProbeMs: 200 })
    using dead = await enteredAgent(world.relay, world.plane, { bootId: 'before', autoPong: false })
    using alive = await enteredAgent(world.relay, world.plane, { device: dead.device, bootId: 'after' })
    await eventually(() => dead.isClosed, { what: 'the dead one is closed' })
    expect(alive.isClosed).toBe(false)
    expect(world.relay.load().agents).toBe(1)
  })
})

describe('an order of the server', () => {
  test.each<
    [
      string,
      (world: World, device: ReturnType<typeof enrolledDevice>) => ReturnType<ControlPlane['orderProxy']>,
      string,
    ]
  >([
    [
      'for a device that is not here',
      ({ plane }) => plane.orderProxy(enrolledDevice(plane).planned, { id: makeId('s') }),
      'offline',
    ],
    [
      'with a ticket by somebody else',
      ({ plane }, { planned }) => plane.orderProxy(planned, { id: makeId('s') }, {}, generatePrivateKey()),
      'ticket',
    ],
    [
      'with an expired ticket',
      ({ plane }, { planned }) => plane.orderProxy(planned, { id: makeId('s') }, { expiresAt: Date.now() - 1 }),
      'ticket',
    ],
    [
      'for another relay',
      ({ plane }, { planned }) => plane.orderProxy(planned, { id: makeId('s') }, { relayId: makeId('r') }),
      'ticket',
    ],
    [
      'for another initiator',
      ({ plane }, { planned }) =>
        plane.orderProxy(planned, { id: makeId('s') }, { initiatorKey: publicKeyText(generatePrivateKey()) }),
      'ticket',
    ],
    [
      'with a range that is none',
      ({ plane }, { planned }) =>
        plane.orderProxy(planned, { id: makeId('s') }, { allowed: { rule: 'ranges', ranges: ['10.0.0.0/99'] } }),
      'ticket',
    ],
  ])('%s is refused', async (_name, order, code) => {
    await using world = await startWorld()
    using agent = await enteredAgent(world.relay, world.plane)
    const proxy = order(world, agent.device)
    await eventually(() => proxy.refused, { what: 'the order is refused' })
    expect(proxy.refused?.code).toBe(code)
    expect(world.relay.load().proxies).toBe(0)
  })

  test('beyond the ports, and beyond the limit, is refused, and a closed port is free again', async () => {
    await using world = await startWorld({ proxiesMax: 4 })
    using agent = await enteredAgent(world.relay, world.plane)
    const order = () => world.plane.orderProxy(agent.device.planned, { id: makeId('s') })
    const proxies = [order(), order(), order(), order()]
    await eventually(() => proxies.every((proxy) => proxy.port ?? proxy.refused), { what: 'all are answered' })
    expect(proxies.map((proxy) => proxy.refused?.code).filter(Boolean)).toEqual(['port'])
    const open = proxies.find((proxy) => proxy.port !== undefined)
    if (open === undefined) throw new Error('none is open')
    world.plane.closeProxy(open)
    await eventually(() => open.closed, { what: 'one is closed' })
    const next = order()
    await eventually(() => next.port, { what: 'the next is open' })
    expect(next.port).toBe(open.port)
  })

  test('to drop an agent closes its tunnel with the reason', async () => {
    await using world = await startWorld()
    using agent = await enteredAgent(world.relay, world.plane)
    const [relay] = world.plane.relays.values()
    relay?.send({
      type: 'drop-agent',
      deviceId: agent.device.planned.deviceId,
      code: 'dropped',
      message: 'The device was deleted.',
    })
    await eventually(() => agent.isClosed, { what: 'it is closed' })
    expect(agent.refusal).toBe('dropped')
  })

  test('to nudge reaches the agent', async () => {
    await using world = await startWorld()
    using agent = await enteredAgent(world.relay, world.plane)
    world.plane.changeServices(agent.device.planned, [])
    expect((await agent.hears('nudge')).revision).toBe(agent.device.planned.revision)
  })
})

describe('a relay that stops', () => {
  test('sends its agents away, and frees its port', async () => {
    const world = await startWorld()
    using agent = await enteredAgent(world.relay, world.plane)
    await world[Symbol.asyncDispose]()
    expect((await agent.hears('drain')).returnAfterMs).toBeGreaterThan(0)
    const socket = await rawSocket(world.relay.port).catch((error: unknown) => error)
    expect(socket).toBeInstanceOf(Error)
    if (!agent.isClosed) await once(agent.socket, 'close')
  })
})
