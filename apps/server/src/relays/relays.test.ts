import { randomBytes } from 'node:crypto'
import type { RelayToServer } from '@farport/protocol'
import type { AccountId, ConnectionId, DeviceId } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Secret } from '@farport/basics'
import { createTestAgent, dialServer, newRelaySecrets, type TestRelay } from '../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'

const soon = (check: () => unknown, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 20 })

const secret = new Secret(randomBytes(32).toString('base64url'))
let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer({ secret })
  owner = await server.newPerson()
})
afterAll(() => server[Symbol.asyncDispose]())

const join = (options: Parameters<typeof dialServer>[2] = {}, at: { url: string } = server) =>
  dialServer(at.url, server.joinSecret.reveal(), options)

async function joined(
  options: Parameters<typeof dialServer>[2] = {},
  at: { url: string } = server,
): Promise<TestRelay> {
  const relay = await join(options, at)
  await soon(() => expect(relay.told[0]).toMatchObject({ type: 'joined', leaseMs: 10_000 }))
  return relay
}

async function newDevice(): Promise<{ accountId: AccountId; deviceId: DeviceId; serviceId: string }> {
  const asked = '{ login { account { registrationCode } } }'
  const { login } = await owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
  const { body } = await createTestAgent(server.url).enrol(login.account.registrationCode)
  const { accountId, deviceId, services } = body as {
    accountId: AccountId
    deviceId: DeviceId
    services: { id: string }[]
  }
  return { accountId, deviceId, serviceId: services[0]!.id }
}

const presence = (
  part: 'change' | 'snapshot-begin' | 'snapshot' | 'snapshot-end',
  ...agents: { accountId: AccountId; deviceId: DeviceId; isOnline: boolean }[]
): RelayToServer => ({
  type: 'presence',
  part,
  agents: agents.map((agent) => ({ ...agent, enteredAt: Date.now(), at: Date.now() })),
})

async function stateOf(deviceId: DeviceId): Promise<string | undefined> {
  const query = 'query ($id: [String!]!) { login { account { device(id: $id) { state } } } }'
  const { login } = await owner.ask<{ login: { account: { device: { state: string }[] } } }>(query, { id: [deviceId] })
  return login.account.device[0]?.state
}

async function endpointOf(deviceId: DeviceId) {
  const query = 'query ($id: [String!]!) { login { device(id: $id) { endpoint { onlineSince offlineSince } } } }'
  type Endpoint = { onlineSince: string | null; offlineSince: string | null }
  const { login } = await owner.ask<{ login: { device: { endpoint: Endpoint }[] } }>(query, { id: [deviceId] })
  return login.device[0]!.endpoint
}

/** Its comings and goings as they were announced, oldest first. */
async function statesIn(deviceId: DeviceId): Promise<string[]> {
  const query =
    'query ($id: [String!]!) { login { device(id: $id) { events(types: [DEVICE_STATE]) { items { state } } } } }'
  type Events = { items: { state: string }[] }
  const { login } = await owner.ask<{ login: { device: { events: Events }[] } }>(query, { id: [deviceId] })
  return login.device[0]!.events.items.map(({ state }) => state).toReversed()
}

const connect = (serviceId: string, person = owner) =>
  person.ask<{ connect: { id: ConnectionId; host: string; port: number } }>(
    'mutation ($id: String!) { connect(serviceId: $id) { id host port url timeout session { id } service { state } } }',
    { id: serviceId },
  )

/** Obeys one order to open a port. */
async function openNext(relay: TestRelay): Promise<ConnectionId> {
  const find = () => relay.told.find((message) => message.type === 'open-proxy')
  await soon(() => expect(find()).toBeDefined())
  const order = find()
  if (order?.type !== 'open-proxy') throw new Error('no order came')
  relay.send({ type: 'proxy-opened', connectionId: order.connectionId, host: 'relay.example', port: 20_001 })
  return order.connectionId
}

describe('a relay that tries to join', () => {
  it.each([
    ['another secret', { proof: 'A'.repeat(43) }, 'join secret'],
    ['another’s key', { publicKey: 'A'.repeat(43) }, 'join secret'],
    ['another protocol', { protocol: 99 }, 'version'],
    ['half a message', { host: undefined }, 'cannot be read'],
  ])('with %s is refused with a reason, and closed', async (_, change, word) => {
    using relay = await join({ change })
    await soon(() => expect(relay.isOpen).toBe(false))
    expect(relay.told).toEqual([{ type: 'refused', message: expect.stringContaining(word) as string }])
  })

  it('under the name of another is refused', async () => {
    using relay = await joined()
    using forger = await join({ secrets: { ...newRelaySecrets(), id: relay.id } })
    await soon(() => expect(forger.isOpen).toBe(false))
    expect(forger.told).toEqual([{ type: 'refused', message: 'This relay id belongs to another key.' }])
    expect(relay.isOpen).toBe(true)
  })

  it('a second time ends its first socket', async () => {
    const secrets = newRelaySecrets()
    using first = await joined({ secrets })
    using second = await joined({ secrets })
    await soon(() => expect(first.isOpen).toBe(false))
    expect(second.isOpen).toBe(true)
  })
})

describe('a joined relay that sends', () => {
  it.each([
    ['garbage', 'garbage'],
    ['an empty message', ''],
    ['a message of no type', '{"type":"nonsense"}'],
    ['a fact about no device', '{"type":"presence","part":"change","agents":[{"deviceId":"x"}]}'],
    [
      'too many facts at once',
      JSON.stringify({ type: 'usage', connections: Array.from({ length: 1001 }, () => ({})) }),
    ],
    ['a message that is too long', JSON.stringify({ type: 'heartbeat', agents: 'x'.repeat(1_100_000) })],
  ])('%s is cut off, and no other', async (_, text) => {
    using good = await joined()
    using bad = await joined()
    bad.sendText(text)
    await soon(() => expect(bad.isOpen).toBe(false))
    expect(good.isOpen).toBe(true)
  })
})

describe('devices at a relay', () => {
  it('come and go as it tells, and stay through a snapshot that names them', async () => {
    using relay = await joined()
    const { accountId, deviceId } = await newDevice()
    const there = { accountId, deviceId, isOnline: true }
    relay.send(presence('change', there))
    await soon(async () => expect(await stateOf(deviceId)).toBe('active'))
    relay.send(presence('snapshot-begin'))
    relay.send(presence('snapshot', there))
    relay.send(presence('snapshot-end'))
    relay.send(presence('change', { ...there, isOnline: false }))
    await soon(async () => expect(await stateOf(deviceId)).toBe('inactive'))
  })

  it('stay online, and since when they were, when their relay is restarted and they come back to it', async () => {
    const secrets = newRelaySecrets()
    const first = await joined({ secrets })
    const { accountId, deviceId } = await newDevice()
    const there = { accountId, deviceId, isOnline: true }
    first.send(presence('change', there))
    await soon(async () => expect(await stateOf(deviceId)).toBe('active'))
    const before = await endpointOf(deviceId)
    first.cut()
    using second = await joined({ secrets })
    second.send(presence('snapshot-begin'))
    second.send(presence('snapshot-end'))
    second.send(presence('change', there))
    // What it told before this has been taken in by then.
    const { deviceId: next, ...other } = await newDevice()
    second.send(presence('change', { accountId: other.accountId, deviceId: next, isOnline: true }))
    await soon(async () => expect(await stateOf(next)).toBe('active'))
    expect(await endpointOf(deviceId)).toEqual({ ...before, offlineSince: null })
    expect(await statesIn(deviceId)).toEqual(['active'])
  })

  it('are offline within 30 s of its power cut, since it was last heard of, and online again when it is back', async () => {
    const secrets = newRelaySecrets()
    const first = await joined({ secrets })
    const { accountId, deviceId } = await newDevice()
    const at = Date.now()
    const fact = { accountId, deviceId, isOnline: true, enteredAt: at, at }
    first.send({ type: 'presence', part: 'change', agents: [fact] })
    await soon(async () => expect(await stateOf(deviceId)).toBe('active'))
    const cutAt = Date.now()
    first.cut()
    await soon(async () => expect(await stateOf(deviceId)).toBe('inactive'), 30_000)
    const { offlineSince } = await endpointOf(deviceId)
    expect(Date.parse(offlineSince ?? '')).toBeLessThanOrEqual(cutAt)
    const backAt = Date.now()
    using second = await joined({ secrets })
    second.send(presence('snapshot-begin'))
    second.send({ type: 'presence', part: 'snapshot', agents: [fact] })
    second.send(presence('snapshot-end'))
    await soon(async () => expect(await stateOf(deviceId)).toBe('active'))
    const { onlineSince } = await endpointOf(deviceId)
    expect(Date.parse(onlineSince ?? '')).toBeGreaterThanOrEqual(backAt)
    expect(await statesIn(deviceId)).toEqual(['active', 'inactive', 'active'])
  }, 40_000)
})

describe('a connection', () => {
  it('is opened on the relay, used, and closed, as the API shows', async () => {
    using relay = await joined()
    const { accountId, deviceId, serviceId } = await newDevice()
    relay.send(presence('change', { accountId, deviceId, isOnline: true }))
    await soon(async () => expect(await stateOf(deviceId)).toBe('active'))

    const connecting = connect(serviceId)
    const connectionId = await openNext(relay)
    expect(await connecting).toMatchObject({
      connect: {
        id: connectionId,
        host: 'relay.example',
        port: 20_001,
        url: 'ssh://relay.example:20001',
        timeout: 900,
      },
    })
    const usage = { connectionId, accountId, txBytes: 5, rxBytes: 7, streams: 1, source: '192.0.2.4' }
    relay.send({ type: 'usage', connections: [usage] })
    const live =
      'query ($id: [String!]) { login { account { sessions(id: $id) { id txBytes source streams target { name device { name } } connection { port } } } } }'
    await soon(async () =>
      expect(await owner.ask(live, { id: [connectionId] })).toMatchObject({
        login: {
          account: {
            sessions: [
              { txBytes: '5', source: '192.0.2.4', streams: 1, target: { name: 'SSH' }, connection: { port: 20_001 } },
            ],
          },
        },
      }),
    )

    const disconnecting = owner.ask(
      'mutation ($s: String!, $c: String!) { disconnect(serviceId: $s, connectionId: $c) }',
      { s: serviceId, c: connectionId },
    )
    await soon(() => expect(relay.told).toContainEqual({ type: 'close-proxy', connectionId }))
    relay.send({ type: 'proxy-closed', end: 'disconnected', at: Date.now(), usage: { ...usage, streams: 0 } })
    expect(await disconnecting).toEqual({ disconnect: true })
    expect(await owner.ask(live, { id: [connectionId] })).toEqual({ login: { account: { sessions: [] } } })

    // What the server has forgotten must not stay open.
    relay.told.length = 0
    relay.send({ type: 'usage', connections: [usage] })
    await soon(() => expect(relay.told).toEqual([{ type: 'close-proxy', connectionId }]))
  })

  it('is opened through another process than the one that holds the relay', async () => {
    const shared = { databaseUrl: new Secret(server.database.url), secret }
    await using other = await startTestServer(shared)
    using relay = await joined({}, other)
    const { accountId, deviceId, serviceId } = await newDevice()
    relay.send(presence('change', { accountId, deviceId, isOnline: true }))
    await soon(async () => expect(await stateOf(deviceId)).toBe('active'))
    const connecting = connect(serviceId)
    const connectionId = await openNext(relay)
    expect(await connecting).toMatchObject({ connect: { id: connectionId, host: 'relay.example' } })
  })
})
