import { createPublicKey, randomUUID } from 'node:crypto'
import { generatePrivateKey, publicKeyText, verifyTicket } from '@farport/protocol'
import type { Route } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { deleteDevice, setDeviceAttributes, type Device } from '#domains/devices'
import { removeService, setServiceAttributes, updateService, type Service } from '#domains/services'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import {
  connectPeer,
  cutConnectionsOfCredential,
  disconnect,
  endOverdueConnections,
  endPeer,
  renewPeer,
  reopenConnectionsOfDevices,
} from './index.ts'
import { peersPerPersonMax } from './peer.ts'

let world: TestDomains
let owner: Actor
let relay: Awaited<ReturnType<TestDomains['relay']>>
let device: Device
let service: Service
let key: string

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = await world.account()
  relay = await world.relay()
  ;({ device, service } = await world.device(owner, { online: relay.id }))
  relay.orders.length = 0
  key = publicKeyText(generatePrivateKey())
  const expiresAt = new Date(world.clock.nowMs + 3_600_000)
  const row = { id: sessionOf(owner), user_id: owner.userId, expires_at: expiresAt }
  await world.database.queries.insertInto('auth.session').values(row).execute()
})

/** The relay is heard of meanwhile. */
async function later(ms: number): Promise<void> {
  world.clock.nowMs += ms
  const alive = { lease_until: new Date(world.clock.nowMs + 10_000) }
  await world.database.queries.updateTable('relays').set(alive).where('id', '=', relay.id).execute()
}
const sessionOf = ({ userId }: Actor) => `session-${userId}`
const refusal = (code: string) => ({ ok: false, refusal: expect.objectContaining({ code }) as unknown })
const refused = (code: string) => ({ ok: false, refusal: code })
const cuts = (connectionId: string) => [{ type: 'cut-connection', deviceId: device.id, connectionId }]
const states = async () =>
  (await world.eventsOf(owner)).filter((event) => event.type === 'DEVICE_CONNECT').map((event) => event.state)

interface Wish {
  route?: Route
  accessKey?: string
  key?: string
}

const ask = (actor: Actor, wish: Wish = {}) =>
  connectPeer(world.connections, actor, {
    serviceId: service.id,
    key: wish.key ?? key,
    route: wish.route,
    accessKey: wish.accessKey,
    sessionId: wish.accessKey === undefined ? sessionOf(actor) : undefined,
    opener: { source: '192.0.2.7', platform: 7 },
  })

async function connected(wish: Wish = {}) {
  const answer = await ask(owner, wish)
  if (!answer.ok) throw new Error(answer.refusal.message)
  return answer.value
}

const renew = (connectionId: string, initiatorKey = key) =>
  renewPeer(world.connections, { connectionId: connectionId as never, initiatorKey }) // tests name ids as texts

describe('an agent of a person', () => {
  it('is told all that it needs, and its connection has begun', async () => {
    const { peer, order } = await connected()
    expect(order).toMatchObject({
      connectionId: peer.id,
      deviceId: device.id,
      serviceId: service.id,
      deviceName: device.name,
      serviceName: service.name,
      application: 28,
      protocol: 'TCP',
      route: 'failover',
      expiresAt: world.clock.nowMs + 600_000,
    })
    expect(order.relays[0]).toEqual({ id: relay.id, publicKey: relay.publicKey, host: 'relay.example', port: 443 })
    const claims = verifyTicket(order.ticket, [createPublicKey(world.ticketKey)], 'peer', world.clock.nowMs)
    expect(claims).toEqual({
      ok: true,
      value: {
        purpose: 'peer',
        connectionId: peer.id,
        accountId: owner.userId,
        deviceId: device.id,
        serviceId: service.id,
        initiatorKey: key,
        agentKey: order.agentKey,
        route: 'failover',
        expiresAt: order.expiresAt,
      },
    })
    expect(await world.sessionsOf(owner)).toMatchObject([
      { id: peer.id, isProxy: false, route: 'failover', source: '192.0.2.7', initiatorPlatform: 7 },
    ])
    expect(await states()).toEqual(['connected'])
    expect(relay.orders).toEqual([])
  })

  it('that asks again has the same connection for longer, and another agent another', async () => {
    const { peer } = await connected()
    await later(60_000)
    const again = await connected({ route: 'p2p' })
    expect(again.peer).toMatchObject({ id: peer.id, route: 'p2p' })
    expect(again.order).toMatchObject({ route: 'p2p', expiresAt: world.clock.nowMs + 600_000 })
    expect(await states()).toEqual(['connected'])
    expect((await connected({ key: publicKeyText(generatePrivateKey()) })).peer.id).not.toBe(peer.id)
  })

  it('that asks five times at once has one connection', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => connected()))
    expect(new Set(answers.map(({ peer }) => peer.id)).size).toBe(1)
    expect(await states()).toEqual(['connected'])
  })

  it('reaches what speaks UDP', async () => {
    await updateService(world.services, owner, { serviceId: service.id, wish: { application: 32_770, port: 51_820 } })
    expect((await connected()).order).toMatchObject({ application: 32_770, protocol: 'UDP' })
  })

  it('is refused for what is offline, disabled, unknown or another’s, and with a key that is none', async () => {
    expect(await ask(owner, { key: 'A'.repeat(42) })).toEqual(refusal('INVALID'))
    expect(await ask(owner, { route: 'public' })).toEqual(refusal('INVALID'))
    expect(await ask(world.person())).toEqual(refusal('NOT_FOUND'))
    await updateService(world.services, owner, { serviceId: service.id, wish: { enabled: false } })
    expect(await ask(owner)).toEqual({ ok: false, refusal: { code: 'OFFLINE', message: 'The service is disabled.' } })
    await updateService(world.services, owner, { serviceId: service.id, wish: { enabled: true } })
    await world.setPresence(relay.id, device, false)
    expect(await ask(owner)).toEqual({
      ok: false,
      refusal: { code: 'OFFLINE', message: 'An error occurred connecting. Please ensure that the device is online.' },
    })
    expect(await world.sessionsOf(owner)).toEqual([])
  })

  it('is one of a limited number', async () => {
    const at = new Date(world.clock.nowMs)
    const rows = Array.from({ length: peersPerPersonMax }, () => ({
      account_id: owner.userId,
      id: randomUUID(),
      device_id: device.id,
      service_id: service.id,
      user_id: owner.userId,
      kind: 'peer',
      initiator_key: publicKeyText(generatePrivateKey()),
      route: 'p2p',
      created_at: at,
      expires_at: at,
      state: 'open',
      state_at: at,
    }))
    await world.database.queries.insertInto('connections').values(rows).execute()
    expect(await ask(owner)).toEqual(refusal('LIMIT_EXCEEDED'))
    await world.database.queries
      .deleteFrom('connections')
      .where('id', '=', rows[0]?.id ?? '')
      .execute()
    expect(await ask(owner)).toMatchObject({ ok: true })
  })

  it.each([
    ['nothing', {}, {}, 'failover'],
    ['the service', { $farport: { route: 'proxy' } }, { $farport: { route: 'p2p' } }, 'proxy'],
    ['the service, as a script writes it', { route: 'p2p' }, {}, 'p2p'],
    ['the service, in both ways', { route: 'p2p', $farport: { route: 'proxy' } }, {}, 'proxy'],
    ['the device', { $farport: { other: 1 } }, { $farport: { route: 'p2p' } }, 'p2p'],
    ['a word that is no route', { route: 'carrier pigeon' }, {}, 'failover'],
  ])('takes the route that %s says', async (_, ofService, ofDevice, route) => {
    await setServiceAttributes(world.services, owner, { serviceId: service.id, attributes: ofService })
    await setDeviceAttributes(world.devices, owner, { deviceId: device.id, attributes: ofDevice })
    expect((await connected()).order.route).toBe(route)
    expect((await connected({ route: 'failover' })).order.route).toBe('failover')
  })

  it('is told to use no agent for a service that is public by default', async () => {
    await setServiceAttributes(world.services, owner, { serviceId: service.id, attributes: { route: 'public' } })
    expect(await ask(owner)).toEqual(refusal('INVALID'))
  })
})

describe('a connection of an agent', () => {
  it('is renewed for its own key alone', async () => {
    const { peer } = await connected()
    await later(300_000)
    const renewed = await renew(peer.id)
    expect(renewed).toMatchObject({
      ok: true,
      value: { connectionId: peer.id, expiresAt: world.clock.nowMs + 600_000 },
    })
    expect(await renew(peer.id, publicKeyText(generatePrivateKey()))).toEqual(refused('unknown'))
    expect(await renew('0f8fad5b-d9cb-469f-a165-70867728950e')).toEqual(refused('ended'))
  })

  it('waits for a device that is away as long as its ticket lives, and no longer', async () => {
    const { peer } = await connected()
    await world.setPresence(relay.id, device, false)
    expect(await renew(peer.id)).toEqual(refused('offline'))
    world.clock.nowMs += 1000
    await world.setPresence(relay.id, device, true)
    expect(await renew(peer.id)).toMatchObject({ ok: true })
    await world.setPresence(relay.id, device, false)
    world.clock.nowMs += 606_000
    await Promise.all([endOverdueConnections(world.connections), endOverdueConnections(world.connections)])
    expect(await renew(peer.id)).toEqual(refused('ended'))
    expect(await states()).toEqual(['connected', 'disconnected'])
    expect((await world.eventsOf(owner)).findLast(({ type }) => type === 'DEVICE_CONNECT')).toMatchObject({
      action: 'expired',
    })
  })

  it.each([
    [
      'its person disconnects',
      ({ id }: { id: never }) => disconnect(world.connections, owner, { serviceId: service.id, connectionId: id }),
    ],
    [
      'its agent needs it no more',
      ({ id }: { id: never }) => endPeer(world.connections, { connectionId: id, initiatorKey: key }),
    ],
    [
      'its service is disabled',
      () => updateService(world.services, owner, { serviceId: service.id, wish: { enabled: false } }),
    ],
    [
      'its service leads elsewhere',
      () => updateService(world.services, owner, { serviceId: service.id, wish: { port: 23 } }),
    ],
    ['its service is removed', () => removeService(world.services, owner, { serviceId: service.id })],
    ['its device is deleted', () => deleteDevice(world.devices, owner, { deviceId: device.id, force: true })],
    [
      'the session that it was opened in ends',
      () =>
        world.database.transaction((tx) =>
          cutConnectionsOfCredential(world.connections, tx, {
            userId: owner.userId,
            accessKey: undefined,
            sessionId: sessionOf(owner),
          }),
        ),
    ],
  ])('ends when %s, and is cut where the device is', async (_, end) => {
    const { peer } = await connected()
    await end({ id: peer.id as never })
    expect(relay.orders.filter(({ type }) => type === 'cut-connection')).toEqual(cuts(peer.id))
    expect(await renew(peer.id)).toEqual(refused('ended'))
    expect(await world.sessionsOf(owner)).toEqual([])
    expect(await states()).toEqual(['connected', 'disconnected'])
    expect(await disconnect(world.connections, owner, { serviceId: service.id, connectionId: peer.id })).toEqual({
      ok: true,
      value: false,
    })
  })

  it.each([
    ['another session', { accessKey: undefined, sessionId: 'another' }],
    ['an access key', { accessKey: 'KEY' }],
  ])('stays when %s of its person ends', async (_, ended) => {
    const { peer } = await connected()
    const credential = { userId: owner.userId, ...ended }
    await world.database.transaction((tx) => cutConnectionsOfCredential(world.connections, tx, credential))
    expect(await renew(peer.id)).toMatchObject({ ok: true })
  })

  it('ends when it is renewed after what it was opened with has ended', async () => {
    const { peer } = await connected()
    await world.database.queries.deleteFrom('auth.session').where('id', '=', sessionOf(owner)).execute()
    expect(await renew(peer.id)).toEqual(refused('ended'))
    expect(relay.orders).toEqual(cuts(peer.id))
    const withKey = await connected({ accessKey: 'NO SUCH KEY' })
    expect(await renew(withKey.peer.id)).toEqual(refused('ended'))
  })

  it('is cut where the device is now, and where it was when the ticket was written', async () => {
    const { peer } = await connected()
    const next = await world.relay()
    world.clock.nowMs += 1000
    await world.setPresence(next.id, device, true)
    next.orders.length = 0
    await disconnect(world.connections, owner, { serviceId: service.id, connectionId: peer.id })
    expect([relay.orders, next.orders]).toEqual([cuts(peer.id), cuts(peer.id)])
  })

  it('is cut again wherever its device comes, until its last ticket is over', async () => {
    const { peer } = await connected()
    await disconnect(world.connections, owner, { serviceId: service.id, connectionId: peer.id })
    const next = await world.relay()
    await reopenConnectionsOfDevices(world.connections, next.id, [device.id])
    expect(next.orders).toEqual(cuts(peer.id))
    world.clock.nowMs += 606_000
    await endOverdueConnections(world.connections)
    await reopenConnectionsOfDevices(world.connections, next.id, [device.id])
    expect(next.orders).toHaveLength(1)
    expect(await states()).toEqual(['connected', 'disconnected'])
  })

  it('is not ended by a stranger', async () => {
    const { peer } = await connected()
    const stranger = world.person()
    expect(await disconnect(world.connections, stranger, { serviceId: service.id, connectionId: peer.id })).toEqual(
      refusal('NOT_FOUND'),
    )
    const other = publicKeyText(generatePrivateKey())
    expect(await endPeer(world.connections, { connectionId: peer.id, initiatorKey: other })).toEqual(refused('unknown'))
    expect(await renew(peer.id)).toMatchObject({ ok: true })
  })
})
