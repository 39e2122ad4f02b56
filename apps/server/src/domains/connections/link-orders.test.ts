import { verifyTicket, type LinkClaims, type ServerToRelay } from '@farport/protocol'
import { createPublicKey } from 'node:crypto'
import type { ServiceId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { deleteDevice, handOverDevice, type Device } from '#domains/devices'
import { addService, removeService, setServiceAttributes, updateService, type Service } from '#domains/services'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import type { LinkArguments } from './connect-link.ts'
import { answerLink, orderLinksOfDevices } from './operations/order-links.ts'
import { removeConnectLink, setConnectLink } from './operations/set-connect-link.ts'

let world: TestDomains
let owner: Actor
let relay: Awaited<ReturnType<TestDomains['relay']>>
let device: Device
let ssh: Service
let web: Service

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = world.person()
  relay = await world.relay()
  const made = await world.device(owner, { online: relay.id })
  device = made.device
  ssh = made.service
  const added = await addService(world.services, owner, { deviceId: device.id, wish: { application: 8, port: 8443 } })
  if (!added.ok) throw new Error(added.refusal.message)
  web = added.value.service
})

async function set(wish: LinkArguments = {}, serviceId: ServiceId = web.id) {
  const answer = await setConnectLink(world.connections, owner, { serviceId, wish })
  if (!answer.ok) throw new Error(answer.refusal.message)
  return answer.value.link
}

type LinkOrder = Extract<ServerToRelay, { type: 'serve-link' | 'link-state' }>
const linkOrders = (at = relay): LinkOrder[] =>
  at.orders.filter((order) => order.type === 'serve-link' || order.type === 'link-state')

/** The last that the relay was told of this link, once it is of this kind. */
async function told(code: string, state: string, at = relay): Promise<LinkOrder> {
  return vi.waitFor(() => {
    const order = linkOrders(at).findLast((one) => one.code === code)
    expect(order?.type === 'link-state' ? order.state : 'served').toBe(state)
    if (order === undefined) throw new Error('no order came')
    return order
  })
}

async function claims(code: string): Promise<LinkClaims> {
  const order = await told(code, 'served')
  if (order.type !== 'serve-link') throw new Error('it is not served')
  const { clock, ticketKey } = world
  const link = verifyTicket(order.ticket, [createPublicKey(ticketKey)], 'link', clock.nowMs)
  const streams = verifyTicket(order.streams, [createPublicKey(ticketKey)], 'proxy', clock.nowMs)
  if (!link.ok || !streams.ok) throw new Error('a ticket does not hold')
  expect(JSON.stringify(streams.value)).not.toContain('scrypt')
  expect(streams.value).toMatchObject({ deviceId: device.id, relayId: relay.id, initiatorKey: relay.publicKey })
  return link.value
}

describe('the relay that holds the device is told to serve its link', () => {
  it('with all that it has to know, and no password', async () => {
    const { code } = await set({ password: 'hunter2', allow: ['192.0.2.0/24'], deny: ['192.0.2.7'] })
    const link = await claims(code)
    expect(link).toMatchObject({
      code,
      deviceId: device.id,
      serviceId: web.id,
      relayId: relay.id,
      kind: { type: 'web', scheme: 'https', host: 'localhost:8443' },
      allow: ['192.0.2.0/24'],
      deny: ['192.0.2.7'],
    })
    expect(link.passwordHash).toMatch(/^scrypt\$/)
    expect(JSON.stringify(link)).not.toContain('hunter2')
  })

  it('at a port, when it is no web page', async () => {
    const { code, port } = await set({}, ssh.id)
    expect((await claims(code)).kind).toEqual({ type: 'tcp', port })
  })

  it('but not to leave a port open that has a password, which it had as a web page', async () => {
    const { code } = await set({ password: 'hunter2' })
    await told(code, 'served')
    await updateService(world.services, owner, { serviceId: web.id, wish: { application: 28 } })
    await told(code, 'disabled')
  })

  it('with long lists of addresses', async () => {
    const many = (net: string) =>
      Array.from({ length: 100 }, (_, at) => `2001:db8:${net}:1111:2222:3333:4444:${at}/128`)
    const { code } = await set({ allow: many('aaaa'), deny: many('bbbb'), password: 'x' })
    expect((await claims(code)).deny).toHaveLength(100)
  })

  it('again when the device comes back, and the relay asks for it', async () => {
    const { code } = await set()
    await told(code, 'served')
    relay.orders.length = 0
    await orderLinksOfDevices(world.connections, relay.id, [device.id])
    await told(code, 'served')
    relay.orders.length = 0
    await answerLink(world.connections, relay.id, code)
    await told(code, 'served')
  })
})

describe('the relay is told at once', () => {
  it.each<[string, string, (code: string) => Promise<unknown>]>([
    ['that a link is switched off', 'disabled', () => set({ enabled: false })],
    ['that a link is removed', 'unknown', () => removeConnectLink(world.connections, owner, { serviceId: web.id })],
    [
      'that a service is disabled',
      'disabled',
      () => updateService(world.services, owner, { serviceId: web.id, wish: { enabled: false } }),
    ],
    ['that a service is removed', 'unknown', () => removeService(world.services, owner, { serviceId: web.id })],
    [
      'that a device is deleted',
      'unknown',
      async () => {
        await world.setPresence(relay.id, device, false)
        await deleteDevice(world.devices, owner, { deviceId: device.id, force: false })
      },
    ],
    [
      'that a device has gone to another account',
      'unknown',
      () =>
        world.database.transaction((tx) =>
          handOverDevice(world.devices, tx, device, { to: world.person().userId, actorId: owner.userId }),
        ),
    ],
  ])('%s', async (_, state, act) => {
    const { code } = await set()
    await told(code, 'served')
    await act(code)
    await told(code, state)
  })

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'where a service leads now',
      () => updateService(world.services, owner, { serviceId: web.id, wish: { host: 'camera', port: 443 } }),
      { kind: { type: 'web', scheme: 'https', host: 'camera' } },
    ],
    [
      'what a service has become',
      () => updateService(world.services, owner, { serviceId: web.id, wish: { application: 7 } }),
      { kind: { type: 'web', scheme: 'http', host: 'localhost:8443' } },
    ],
    [
      'what it is called by',
      () =>
        setServiceAttributes(world.services, owner, { serviceId: web.id, attributes: { targetHost: 'camera.lan' } }),
      { kind: { host: 'camera.lan' } },
    ],
    [
      'and takes no name that could not be one',
      () => setServiceAttributes(world.services, owner, { serviceId: web.id, attributes: { targetHost: 'a\r\nX: b' } }),
      { kind: { host: 'localhost:8443' } },
    ],
  ])('%s', async (_, act, expected) => {
    const { code } = await set()
    await told(code, 'served')
    relay.orders.length = 0
    await act()
    expect(await claims(code)).toMatchObject(expected)
  })

  it('since when visits count: from a new password or a new start on', async () => {
    const first = await set({ password: 'one' })
    world.clock.nowMs += 1000
    expect((await set({ allow: ['192.0.2.1'] })).visitsFrom).toEqual(first.visitsFrom)
    const second = await set({ password: 'two' })
    expect(second.visitsFrom.getTime()).toBe(first.visitsFrom.getTime() + 1000)
    world.clock.nowMs += 1000
    const off = await set({ enabled: false })
    expect(off.visitsFrom.getTime()).toBe(second.visitsFrom.getTime() + 1000)
    expect((await set({ enabled: true })).visitsFrom).toEqual(off.visitsFrom)
  })
})

describe('a relay that asks for a link', () => {
  it('hears that there is none', async () => {
    await answerLink(world.connections, relay.id, 'zzzzzzzzzzzzzzzz')
    await told('zzzzzzzzzzzzzzzz', 'unknown')
  })

  it('hears that another holds its device, or none does', async () => {
    const { code } = await set()
    const other = await world.relay()
    await answerLink(world.connections, other.id, code)
    await told(code, 'elsewhere', other)
    await world.setPresence(relay.id, device, false)
    await answerLink(world.connections, other.id, code)
    await told(code, 'offline', other)
  })
})
