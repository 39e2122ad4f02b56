import { createPublicKey } from 'node:crypto'
import { verifyTicket } from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { deleteDevice, type Device } from '#domains/devices'
import { removeService, updateService, type Service } from '#domains/services'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import {
  connect,
  cutConnectionsOfCredential,
  disconnect,
  endOverdueConnections,
  reopenConnectionsOfDevices,
  reopenConnectionsOfRelay,
  takeOrderRefused,
  takeProxyClosed,
  takeProxyOpened,
} from './index.ts'

const soon = (check: () => unknown, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 20 })

let world: TestDomains
let owner: Actor
let relay: Awaited<ReturnType<TestDomains['relay']>>
let device: Device
let service: Service

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = world.person()
  relay = await world.relay()
  ;({ device, service } = await world.device(owner, { online: relay.id }))
  relay.orders.length = 0
})

const latch = '255.255.255.255'
const refusal = (code: string) => ({ ok: false, refusal: expect.objectContaining({ code }) })
const ordersOf = (type: string) => relay.orders.filter((order) => order.type === type)
const opened = (connectionId: ConnectionId, port = 20_001) =>
  takeProxyOpened(world.connections, relay.id, { connectionId, host: 'relay.example', port })
const sessionsNow = () => world.sessionsOf(owner)
const states = async () =>
  (await world.eventsOf(owner)).filter((event) => event.type === 'DEVICE_CONNECT').map((event) => event.state)

/** As soon as the relay is told to open a port. */
async function nextOrder() {
  const find = () => relay.orders.find((order) => order.type === 'open-proxy')
  await soon(() => expect(find()).toBeDefined())
  const order = find()
  if (order?.type !== 'open-proxy') throw new Error('no order came')
  return order
}

async function connected(hostIP = latch, accessKey?: string): Promise<ConnectionId> {
  relay.orders.length = 0
  const connecting = connect(world.connections, owner, { serviceId: service.id, hostIP, accessKey })
  const { connectionId } = await nextOrder()
  await opened(connectionId)
  const answer = await connecting
  if (!answer.ok) throw new Error(answer.refusal.message)
  relay.orders.length = 0
  return answer.value.connection.id
}

describe('connecting', () => {
  it('orders a port with a ticket for exactly that, and begins a session', async () => {
    const connecting = connect(world.connections, owner, { serviceId: service.id, hostIP: '192.0.2.0/24' })
    const order = await nextOrder()
    const keys = [createPublicKey(world.ticketKey)]
    const claims = verifyTicket(order.ticket, keys, 'proxy', world.clock.nowMs)
    expect(claims).toMatchObject({
      ok: true,
      value: {
        connectionId: order.connectionId,
        accountId: owner.userId,
        deviceId: device.id,
        serviceId: service.id,
        relayId: relay.id,
        initiatorKey: relay.publicKey,
        allowed: { rule: 'ranges', ranges: ['192.0.2.0/24'] },
        idleTimeoutMs: 900_000,
        expiresAt: world.clock.nowMs + 8 * 3_600_000,
      },
    })
    expect(order).not.toHaveProperty('port')
    await opened(order.connectionId)
    expect(await connecting).toMatchObject({
      ok: true,
      value: {
        connection: { id: order.connectionId, progress: { state: 'open', host: 'relay.example', port: 20_001 } },
      },
    })
    expect(await sessionsNow()).toMatchObject([{ id: order.connectionId, target: { name: 'SSH' }, txBytes: '0' }])
    expect(await states()).toEqual(['connected'])
  })

  it('orders a port for UDP, for what speaks it', async () => {
    const wish = { application: 32_770, port: 51_820 }
    await updateService(world.services, owner, { serviceId: service.id, wish })
    const connecting = connect(world.connections, owner, { serviceId: service.id, hostIP: latch })
    const order = await nextOrder()
    const keys = [createPublicKey(world.ticketKey)]
    const claims = verifyTicket(order.ticket, keys, 'proxy', world.clock.nowMs)
    expect(claims).toMatchObject({ ok: true, value: { protocol: 'UDP' } })
    await opened(order.connectionId)
    expect(await connecting).toMatchObject({ ok: true })
  })

  it('again with the same rule finds the same; with another rule makes another', async () => {
    const first = await connected()
    const again = await connect(world.connections, owner, { serviceId: service.id, hostIP: latch })
    expect(again).toMatchObject({ ok: true, value: { connection: { id: first } } })
    expect(relay.orders).toEqual([])
    expect(await connected('0.0.0.0')).not.toBe(first)
  })

  it('five times at once is one connection', async () => {
    const all = Array.from({ length: 5 }, () =>
      connect(world.connections, owner, { serviceId: service.id, hostIP: latch }),
    )
    await opened((await nextOrder()).connectionId)
    const ids = (await Promise.all(all)).map((answer) => answer.ok && answer.value.connection.id)
    expect(new Set(ids).size).toBe(1)
    expect(ordersOf('open-proxy')).toHaveLength(1)
  })

  it('is refused for what is offline, disabled, unknown or another’s, and with a rule that is none', async () => {
    const ask = (actor: Actor, hostIP = latch) => connect(world.connections, actor, { serviceId: service.id, hostIP })
    expect(await ask(owner, 'everybody')).toEqual(refusal('INVALID'))
    expect(await ask(world.person())).toEqual(refusal('NOT_FOUND'))
    await updateService(world.services, owner, { serviceId: service.id, wish: { enabled: false } })
    expect(await ask(owner)).toEqual({ ok: false, refusal: { code: 'OFFLINE', message: 'The service is disabled.' } })
    await updateService(world.services, owner, { serviceId: service.id, wish: { enabled: true } })
    await world.setPresence(relay.id, device, false)
    expect(await ask(owner)).toEqual({
      ok: false,
      refusal: { code: 'OFFLINE', message: 'An error occurred connecting. Please ensure that the device is online.' },
    })
    expect(ordersOf('open-proxy')).toEqual([])
  })

  it('that the relay refuses is told at once, and leaves nothing', async () => {
    const connecting = connect(world.connections, owner, { serviceId: service.id, hostIP: latch })
    const { connectionId } = await nextOrder()
    await takeOrderRefused(world.connections, relay.id, { connectionId, isAgentAway: true })
    expect(await connecting).toEqual(refusal('UNAVAILABLE'))
    expect([await sessionsNow(), await states()]).toEqual([[], []])
    await connected()
  })

  it('to a relay that does not answer is given up, and a late port is closed', async () => {
    const context = { ...world.connections, openingMsMax: 20 }
    expect(await connect(context, owner, { serviceId: service.id, hostIP: latch })).toEqual(refusal('UNAVAILABLE'))
    const { connectionId } = await nextOrder()
    expect(ordersOf('close-proxy')).toHaveLength(1)
    await opened(connectionId)
    expect(ordersOf('close-proxy')).toHaveLength(2)
    expect([await sessionsNow(), await states()]).toEqual([[], []])
  })

  it('after the agent moved uses the relay where it is', async () => {
    const before = await connected()
    const next = await world.relay()
    world.clock.nowMs += 1000
    await world.setPresence(next.id, device, true)
    const connecting = connect(world.connections, owner, { serviceId: service.id, hostIP: latch })
    await soon(() => expect(next.orders.some((order) => order.type === 'open-proxy')).toBe(true))
    expect(relay.orders).toContainEqual({ type: 'close-proxy', connectionId: before })
    const order = next.orders.find((one) => one.type === 'open-proxy')
    if (order?.type !== 'open-proxy') throw new Error('no order came')
    await takeProxyOpened(world.connections, next.id, { connectionId: order.connectionId, host: 'next', port: 20_009 })
    expect(await connecting).toMatchObject({ ok: true, value: { connection: { relayId: next.id } } })
  })
})

describe('a connection', () => {
  it('ends by disconnecting, with its figures in the log', async () => {
    const id = await connected()
    const asking = disconnect(world.connections, owner, { serviceId: service.id, connectionId: id })
    await soon(() => expect(ordersOf('close-proxy')).toHaveLength(1))
    world.clock.nowMs += 7000
    const usage = { txBytes: 10, rxBytes: 20, source: '192.0.2.9' }
    await takeProxyClosed(world.connections, relay.id, { connectionId: id, end: 'disconnected', usage })
    expect(await asking).toEqual({ ok: true, value: true })
    expect(await sessionsNow()).toEqual([])
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({
      type: 'DEVICE_CONNECT',
      state: 'disconnected',
      data: { session: id, txBytes: '10', rxBytes: '20', lifetime: 7, source: '192.0.2.9', proxy: true },
    })
    expect(await disconnect(world.connections, owner, { serviceId: service.id, connectionId: id })).toEqual({
      ok: true,
      value: false,
    })
  })

  it('is not ended by a stranger, nor by a relay that is another', async () => {
    const id = await connected()
    const stranger = world.person()
    const asked = await disconnect(world.connections, stranger, { serviceId: service.id, connectionId: id })
    expect(asked).toEqual(refusal('NOT_FOUND'))
    const other = await world.relay()
    const usage = { txBytes: 0, rxBytes: 0 }
    await takeProxyClosed(world.connections, other.id, { connectionId: id, end: 'idle', usage })
    await takeProxyOpened(world.connections, other.id, { connectionId: id, host: 'evil.example', port: 1 })
    expect(other.orders).toEqual([{ type: 'close-proxy', connectionId: id }])
    expect(await sessionsNow()).toHaveLength(1)
  })

  it('opens again at its port when its relay is back, without a new session', async () => {
    const id = await connected()
    await reopenConnectionsOfRelay(world.connections, relay.id)
    expect(ordersOf('open-proxy')).toMatchObject([{ connectionId: id, port: 20_001 }])
    await takeOrderRefused(world.connections, relay.id, { connectionId: id, isAgentAway: true })
    relay.orders.length = 0
    await reopenConnectionsOfDevices(world.connections, relay.id, [device.id])
    expect(ordersOf('open-proxy')).toMatchObject([{ connectionId: id, port: 20_001 }])
    await opened(id)
    relay.orders.length = 0
    await reopenConnectionsOfDevices(world.connections, relay.id, [device.id])
    expect(relay.orders).toEqual([])
    expect(await states()).toEqual(['connected'])
  })

  it('ends with its device, at once', async () => {
    const id = await connected()
    await deleteDevice(world.devices, owner, { deviceId: device.id, force: true })
    expect(relay.orders.map((order) => order.type)).toEqual(['close-proxy', 'drop-agent'])
    expect(await sessionsNow()).toEqual([])
    expect(await states()).toEqual(['connected', 'disconnected'])
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({ type: 'DEVICE_DELETE' })
    await opened(id)
    expect(relay.orders.at(-1)).toEqual({ type: 'close-proxy', connectionId: id })
  })

  it.each([
    ['is removed', () => removeService(world.services, owner, { serviceId: service.id })],
    ['is disabled', () => updateService(world.services, owner, { serviceId: service.id, wish: { enabled: false } })],
    ['leads elsewhere', () => updateService(world.services, owner, { serviceId: service.id, wish: { port: 2222 } })],
  ])('is closed when its service %s', async (_, change) => {
    const id = await connected()
    await change()
    expect(ordersOf('close-proxy')).toEqual([{ type: 'close-proxy', connectionId: id }])
    await takeProxyClosed(world.connections, relay.id, {
      connectionId: id,
      end: 'disconnected',
      usage: { txBytes: 1, rxBytes: 2 },
    })
    expect(await sessionsNow()).toEqual([])
  })

  it.each([
    ['the access key that it was opened with', 'KEY', ['192.0.2.1']],
    ['all sessions, when it was opened in one', undefined, ['192.0.2.2']],
    ['another access key', 'OTHER', []],
  ])('ends with %s', async (_, accessKey, closed) => {
    const ids = new Map([
      ['192.0.2.1', await connected('192.0.2.1', 'KEY')],
      ['192.0.2.2', await connected('192.0.2.2')],
    ])
    const ended = { userId: owner.userId, accessKey }
    await world.database.transaction((tx) => cutConnectionsOfCredential(world.connections, tx, ended))
    expect(ordersOf('close-proxy')).toEqual(
      closed.map((hostIP) => ({ type: 'close-proxy', connectionId: ids.get(hostIP) })),
    )
  })

  it('is given up when its device stays away, and not when it comes back before', async () => {
    const id = await connected()
    const later = async (ms: number) => {
      world.clock.nowMs += ms
      const alive = { lease_until: new Date(world.clock.nowMs + 10_000) }
      await world.database.queries.updateTable('relays').set(alive).where('id', '=', relay.id).execute()
      await endOverdueConnections(world.connections)
    }
    await world.setPresence(relay.id, device, false)
    await later(14 * 60_000)
    await world.setPresence(relay.id, device, true)
    await later(14 * 60_000)
    expect(await sessionsNow()).toHaveLength(1)
    await world.setPresence(relay.id, device, false)
    await later(15 * 60_000 + 1)
    expect(await sessionsNow()).toEqual([])
    expect(ordersOf('close-proxy')).toEqual([{ type: 'close-proxy', connectionId: id }])
  })

  it.each([
    ['its relay never comes back', 140_000, undefined, 'failed'],
    ['its relay does not confirm that it closed', 11_000, 'closing', 'disconnected'],
    ['its life is long over', 8 * 3_600_000 + 31_000, undefined, 'expired'],
  ])('is cleaned up when %s', async (_, laterMs, state, end) => {
    const id = await connected()
    if (state === 'closing') {
      await world.database.queries
        .updateTable('connections')
        .set({ state, end_reason: 'disconnected', host: null, port: null })
        .where('id', '=', id)
        .execute()
    }
    await endOverdueConnections(world.connections)
    expect(await sessionsNow()).toHaveLength(1)
    world.clock.nowMs += laterMs
    if (end === 'expired')
      await world.database.queries
        .updateTable('relays')
        .set({ lease_until: new Date(world.clock.nowMs + 1000) })
        .where('id', '=', relay.id)
        .execute()
    await Promise.all([endOverdueConnections(world.connections), endOverdueConnections(world.connections)])
    expect(await sessionsNow()).toEqual([])
    expect(await states()).toEqual(['connected', 'disconnected'])
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({ action: end })
  })
})
