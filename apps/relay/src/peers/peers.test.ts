import { createHash, randomBytes, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { generatePrivateKey, initiatorMessageBytesMax, publicKeyText, type PeerClaims } from '@farport/protocol'
import { eventually, type ControlPlane } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enrolledDevice, enteredAgent } from '../test-agent.ts'
import { meet, TestInitiator, workConnection } from '../test-initiator.ts'
import { startWorld, type World } from '../test-world.ts'

// A busy machine shakes hands slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const closed = async (socket: Socket): Promise<void> => {
  // An orderly end will do, too.
  socket.on('end', () => socket.destroy()).resume()
  if (socket.readableEnded) socket.destroy()
  await eventually(() => socket.closed, { what: 'the socket is closed' })
}

describe('with a relay and an agent', () => {
  let world: World
  let agent: Awaited<ReturnType<typeof enteredAgent>>
  beforeAll(async () => {
    world = await startWorld({ reachesBurst: 1000 })
    agent = await enteredAgent(world.relay, world.plane)
  })
  afterAll(async () => {
    agent[Symbol.dispose]()
    await world[Symbol.asyncDispose]()
  })

  const ticketFor = (initiator: TestInitiator, changes: Partial<PeerClaims> = {}, key?: KeyObject) =>
    world.plane.peerTicket(agent.device.planned, initiator.publicKey, changes, key)

  describe('an initiator at the door', () => {
    test.each<[string, (initiator: TestInitiator) => void, string]>([
      [
        'with a signature by another key',
        (initiator) => initiator.greet({ key: publicKeyText(generatePrivateKey()) }),
        'signature',
      ],
      ['with a signature for another socket', (initiator) => initiator.greet({ nonce: 'n'.repeat(43) }), 'signature'],
      ['with another protocol', (initiator) => initiator.greet({ protocol: 99 }), 'version'],
      ['that does not greet first', (initiator) => initiator.reach(ticketFor(initiator).ticket), 'protocol'],
      ['that says no JSON', (initiator) => initiator.say('{'), 'protocol'],
      ['that speaks as an agent', (initiator) => initiator.say({ type: 'enter' }), 'protocol'],
    ])('%s is refused', async (_name, greet, code) => {
      using initiator = await TestInitiator.dial(world.relay)
      greet(initiator)
      await eventually(() => initiator.isClosed, { what: 'the socket is closed' })
      expect(initiator.refusal).toBe(code)
      expect(world.relay.load()).toMatchObject({ initiators: 0, pairs: 0, agents: 1 })
    })

    test('may ask for a device together with its greeting', async () => {
      using initiator = await TestInitiator.dial(world.relay)
      initiator.greet()
      const { near, far } = await meet(world.relay, initiator, agent, ticketFor(initiator).ticket)
      expect(initiator.told.map(({ type }) => type)).toEqual(['hello', 'greeted', 'link'])
      for (const socket of [near, far]) socket.destroy()
      await eventually(() => world.relay.load().pairs === 0, { what: 'the pair is gone' })
    })

    test.each<[string, (initiator: TestInitiator) => void]>([
      ['greets twice', (initiator) => initiator.greet()],
      ['says too much', (initiator) => initiator.say('x'.repeat(initiatorMessageBytesMax + 1))],
      ['says what cannot be read', (initiator) => initiator.say({ type: 'reach', requestId: 0, ticket: '' })],
    ])('that %s once it is in is closed, and nothing else', async (_name, say) => {
      using initiator = await TestInitiator.greeted(world.relay)
      say(initiator)
      await eventually(() => initiator.isClosed, { what: 'the socket is closed' })
      await eventually(() => world.relay.load().initiators === 0, { what: 'it is forgotten' })
      expect(agent.isClosed).toBe(false)
    })
  })

  describe('a ticket', () => {
    const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    test.each<[string, (initiator: TestInitiator, plane: ControlPlane) => string, string]>([
      [
        'stolen from another initiator',
        () => ticketFor({ publicKey: publicKeyText(generatePrivateKey()) } as TestInitiator).ticket,
        'ticket',
      ],
      ['expired', (initiator) => ticketFor(initiator, { expiresAt: Date.now() - 1 }).ticket, 'ticket'],
      ['altered', (initiator) => flip(ticketFor(initiator).ticket, 60), 'ticket'],
      ['signed by somebody else', (initiator) => ticketFor(initiator, {}, generatePrivateKey()).ticket, 'ticket'],
      ['to enter with', (_initiator, plane) => plane.tunnelTicket(agent.device.planned), 'ticket'],
      [
        'for a device that is not here',
        (initiator, plane) => plane.peerTicket(enrolledDevice(plane).planned, initiator.publicKey).ticket,
        'offline',
      ],
      [
        'for another agent of the device',
        (initiator) => ticketFor(initiator, { agentKey: publicKeyText(generatePrivateKey()) }).ticket,
        'agent',
      ],
    ])('that is %s reaches nothing', async (_name, ticket, code) => {
      using initiator = await TestInitiator.greeted(world.relay)
      const orders = agent.told.length
      const requestId = initiator.reach(ticket(initiator, world.plane))
      const answer = await initiator.hears('unreachable', requestId)
      expect(answer.code).toBe(code)
      expect(answer.message).toMatch(/^[A-Z].*\.$/)
      expect(agent.told.length).toBe(orders)
      expect(world.relay.load().pairs).toBe(0)
    })
  })

  test('who shows the ticket of a connection meets its agent, and bytes go both ways', async () => {
    using initiator = await TestInitiator.greeted(world.relay)
    const { near, far } = await meet(world.relay, initiator, agent, ticketFor(initiator).ticket)
    const order = agent.told.findLast((each) => each.type === 'link')
    expect(order?.initiatorKey).toBe(initiator.publicKey)
    const [there, back] = [randomBytes(3_000_000), randomBytes(2_000_000)]
    near.end(there)
    far.end(back)
    const [atFar, atNear] = await Promise.all([buffer(far), buffer(near)])
    expect([sha256(atFar), sha256(atNear)]).toEqual([sha256(there), sha256(back)])
    await eventually(() => world.relay.load().pairs === 0, { what: 'the pair is over' })
  })

  test('two hundred pairs at once keep their bytes apart', async () => {
    using initiator = await TestInitiator.greeted(world.relay)
    const pairs: Awaited<ReturnType<typeof meet>>[] = []
    for (let count = 0; count < 200; count += 1) {
      pairs.push(await meet(world.relay, initiator, agent, ticketFor(initiator).ticket))
    }
    expect(world.relay.load().pairs).toBe(200)
    const areIntact = await Promise.all(
      pairs.map(async ({ near, far }) => {
        const [there, back] = [randomBytes(100_000), randomBytes(100_000)]
        near.end(there)
        far.end(back)
        const [atFar, atNear] = await Promise.all([buffer(far), buffer(near)])
        return sha256(atFar) === sha256(there) && sha256(atNear) === sha256(back)
      }),
    )
    expect(areIntact.filter(Boolean).length).toBe(200)
    await eventually(() => world.relay.load().pairs === 0, { what: 'all are over' })
  })

  test('what comes right behind the token is not lost', async () => {
    using initiator = await TestInitiator.greeted(world.relay)
    const before = agent.told.length
    const requestId = initiator.reach(ticketFor(initiator).ticket)
    const { token } = await initiator.hears('link', requestId)
    const near = await workConnection(world.relay, token)
    near.end(Buffer.alloc(40_000, 'early'))
    const order = await eventually(() => agent.told.slice(before).find((each) => each.type === 'link'), {})
    const far = await workConnection(world.relay, order.token)
    far.end()
    expect((await buffer(far)).equals(Buffer.alloc(40_000, 'early'))).toBe(true)
  })

  test('a token opens once, and only while it is awaited', async () => {
    using initiator = await TestInitiator.greeted(world.relay)
    const { near, far } = await meet(world.relay, initiator, agent, ticketFor(initiator).ticket)
    const tokens = [...initiator.told, ...agent.told].filter((each) => each.type === 'link').map(({ token }) => token)
    for (const token of tokens.slice(-2)) await closed(await workConnection(world.relay, token))
    near.write('still here')
    expect(String(await once(far, 'data'))).toBe('still here')
    near.destroy()
    await closed(far)
  })

  test('an agent that cannot is told of at once, and the other work connection is closed', async () => {
    using initiator = await TestInitiator.greeted(world.relay)
    const before = agent.told.length
    const requestId = initiator.reach(ticketFor(initiator).ticket)
    const { token } = await initiator.hears('link', requestId)
    const near = await workConnection(world.relay, token)
    const order = await eventually(() => agent.told.slice(before).find((each) => each.type === 'link'), {})
    agent.say({ type: 'link-failed', token: order.token, message: 'there are too many links' })
    const answer = await initiator.hears('unreachable', requestId)
    expect(answer).toMatchObject({ code: 'agent', message: 'there are too many links' })
    await closed(near)
    expect(world.relay.load().pairs).toBe(0)
  })

  test('one that was cut is over within two seconds, is told to both ends, and is not made again', async () => {
    using initiator = await TestInitiator.greeted(world.relay)
    const { claims, ticket } = ticketFor(initiator)
    const cut = await meet(world.relay, initiator, agent, ticket)
    const other = await meet(world.relay, initiator, agent, ticketFor(initiator).ticket)
    const startedAt = performance.now()
    world.plane.cutConnection(claims)
    await Promise.all([closed(cut.near), closed(cut.far), initiator.hears('cut'), agent.hears('cut')])
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect((await initiator.hears('cut')).connectionId).toBe(claims.connectionId)
    const answer = await initiator.hears('unreachable', initiator.reach(ticket))
    expect(answer).toMatchObject({ code: 'ticket', message: 'The connection was ended.' })
    other.near.end('untouched')
    other.far.end()
    expect((await buffer(other.far)).toString()).toBe('untouched')
  })

  test('an end that breaks resets the other', async () => {
    using initiator = await TestInitiator.greeted(world.relay)
    const { near, far } = await meet(world.relay, initiator, agent, ticketFor(initiator).ticket)
    far.write('a')
    await once(near, 'data')
    far.resetAndDestroy()
    await closed(near)
    expect(near.errored).toMatchObject({ code: 'ECONNRESET' })
  })
})

test('an agent that opens nothing in time is told as such, and nothing is left', async () => {
  await using world = await startWorld({ sessionOpenMs: 200 })
  using agent = await enteredAgent(world.relay, world.plane)
  using initiator = await TestInitiator.greeted(world.relay)
  const { ticket } = world.plane.peerTicket(agent.device.planned, initiator.publicKey)
  const requestId = initiator.reach(ticket)
  const near = await workConnection(world.relay, (await initiator.hears('link', requestId)).token)
  expect((await initiator.hears('unreachable', requestId)).code).toBe('agent')
  await closed(near)
  expect(world.relay.load().pairs).toBe(0)
})

describe('limits', () => {
  test.each([
    ['an initiator', { pairsPerInitiatorMax: 2 }, 'initiator'],
    ['an agent', { pairsPerAgentMax: 2 }, 'device'],
    ['an account', { pairsPerAccountMax: 2 }, 'account'],
    ['a relay', { pairsMax: 2 }, 'relay'],
  ])('%s has so many pairs and no more, and one that ended makes room', async (_whose, limits, word) => {
    await using world = await startWorld(limits)
    using agent = await enteredAgent(world.relay, world.plane)
    using initiator = await TestInitiator.greeted(world.relay)
    const ticket = () => world.plane.peerTicket(agent.device.planned, initiator.publicKey).ticket
    const first = await meet(world.relay, initiator, agent, ticket())
    const second = await meet(world.relay, initiator, agent, ticket())
    const refused = await initiator.hears('unreachable', initiator.reach(ticket()))
    expect(refused.code).toBe('busy')
    expect(refused.message).toContain(word)
    first.near.resetAndDestroy()
    await eventually(() => world.relay.load().pairs === 1, { what: 'one is over' })
    await meet(world.relay, initiator, agent, ticket())
    second.near.resetAndDestroy()
  })

  test('of initiators: one more is refused as busy; the oldest of one key makes room', async () => {
    await using world = await startWorld({ initiatorsMax: 3, initiatorsPerKeyMax: 2 })
    const key = generatePrivateKey()
    using first = await TestInitiator.greeted(world.relay, { key })
    using second = await TestInitiator.greeted(world.relay, { key })
    using third = await TestInitiator.greeted(world.relay, { key })
    await eventually(() => first.isClosed, { what: 'the first is closed' })
    expect([second.isClosed, third.isClosed, world.relay.load().initiators]).toEqual([false, false, 2])
    using _other = await TestInitiator.greeted(world.relay)
    using late = await TestInitiator.dial(world.relay)
    late.greet()
    await eventually(() => late.isClosed, { what: 'the last is closed' })
    expect(late.refusal).toBe('busy')
  })

  test('of asking: who reaches too often is told so', async () => {
    await using world = await startWorld({ reachesBurst: 3, reachesPerSecond: 0 })
    using initiator = await TestInitiator.greeted(world.relay)
    const ids = Array.from({ length: 4 }, () => initiator.reach('no ticket'))
    const answers = await Promise.all(ids.map((id) => initiator.hears('unreachable', id)))
    expect(answers.map(({ code }) => code)).toEqual(['ticket', 'ticket', 'ticket', 'busy'])
  })

  test('of silence: a channel that answers no ping is closed, and so is one that does not greet', async () => {
    await using world = await startWorld({ heartbeatMs: 1000, greetMs: 200 })
    using silent = await TestInitiator.greeted(world.relay, { autoPong: false })
    using late = await TestInitiator.dial(world.relay)
    await eventually(() => silent.isClosed && late.isClosed, { what: 'both are closed' })
    await eventually(() => world.relay.load().initiators === 0, { what: 'they are forgotten' })
  })
})

test('an agent that the server lets go takes its pairs with it', async () => {
  await using world = await startWorld()
  using agent = await enteredAgent(world.relay, world.plane)
  using initiator = await TestInitiator.greeted(world.relay)
  const { deviceId } = agent.device.planned
  const { ticket } = world.plane.peerTicket(agent.device.planned, initiator.publicKey)
  const { near, far } = await meet(world.relay, initiator, agent, ticket)
  const [relay] = world.plane.relays.values()
  relay?.send({ type: 'drop-agent', deviceId, code: 'dropped', message: 'The device was deleted.' })
  await Promise.all([closed(near), closed(far)])
})

describe('a relay that stops', () => {
  test('tells both ends, takes no more, gives pairs time to move away, and then ends them', async () => {
    const world = await startWorld({ drainMs: 500 })
    using agent = await enteredAgent(world.relay, world.plane)
    using initiator = await TestInitiator.greeted(world.relay)
    const ticket = () => world.plane.peerTicket(agent.device.planned, initiator.publicKey).ticket
    const moving = await meet(world.relay, initiator, agent, ticket())
    const staying = await meet(world.relay, initiator, agent, ticket())
    const stopped = world[Symbol.asyncDispose]()
    await Promise.all([agent.hears('drain'), initiator.hears('drain')])
    expect((await initiator.hears('unreachable', initiator.reach(ticket()))).code).toBe('busy')
    moving.near.end('the last words')
    moving.far.end()
    expect((await buffer(moving.far)).toString()).toBe('the last words')
    await stopped
    await Promise.all([closed(staying.near), closed(staying.far)])
  })

  test('does not wait when nobody is there to move', async () => {
    const world = await startWorld({ drainMs: 60_000 })
    using initiator = await TestInitiator.greeted(world.relay)
    await world[Symbol.asyncDispose]()
    await eventually(() => initiator.isClosed, { what: 'the channel is closed' })
  })
})
