import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { connect, takeProxyOpened } from '#domains/connections'
import { seeDevice, type Device } from '#domains/devices'
import { addService, type Service } from '#domains/services'
import { createTestDomains, type TestDomains } from '../test-domains.ts'
import { shareDevice, type ShareRequest } from '../domains/sharing/operations/share-device.ts'
import { transferDevice } from '../domains/sharing/operations/transfer-device.ts'
import { leaveDevice, unshareDevice } from '../domains/sharing/operations/unshare-device.ts'
import type { Actor } from './index.ts'

type Person = Awaited<ReturnType<TestDomains['account']>>

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 20 })

let world: TestDomains
let owner: Person
let guest: Person
let device: Device
let ssh: Service
let web: Service
let relay: Awaited<ReturnType<TestDomains['relay']>>

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = await world.account()
  guest = await world.account()
  relay = await world.relay()
  ;({ device, service: ssh } = await world.device(owner, { online: relay.id }))
  web = await newService()
})

const share = (services: ShareRequest['services'] = []) =>
  shareDevice(world.sharing, owner, {
    deviceId: device.id,
    emails: [guest.email],
    scripting: undefined,
    services,
    notify: false,
  })
const unshare = () => unshareDevice(world.sharing, owner, { deviceId: device.id, emails: [guest.email] })
const isClosed = () => relay.orders.some((order) => order.type === 'close-proxy')

async function newService(): Promise<Service> {
  const added = await addService(world.services, owner, { deviceId: device.id, wish: { application: 8 } })
  if (!added.ok) throw new Error(added.refusal.message)
  return added.value.service
}

/** An open connection of this person, and whether it is there still. */
async function connected(actor: Actor, service: Service = ssh) {
  relay.orders.length = 0
  const connecting = connect(world.connections, await world.again(actor), { serviceId: service.id, hostIP: '0.0.0.0' })
  const order = () => relay.orders.find((one) => one.type === 'open-proxy')
  await soon(() => expect(order()).toBeDefined())
  const connectionId = order()?.connectionId
  if (connectionId === undefined) throw new Error('no order came')
  await takeProxyOpened(world.connections, relay.id, { connectionId, host: 'relay.example', port: 20_001 })
  expect(await connecting).toMatchObject({ ok: true })
  return {
    isCut: () => relay.orders.some((one) => one.type === 'close-proxy' && one.connectionId === connectionId),
  }
}

it('a guest connects to what is shared, and to nothing else', async () => {
  await share([{ serviceId: ssh.id }])
  await connected(guest)
  const other = connect(world.connections, await world.again(guest), { serviceId: web.id, hostIP: '0.0.0.0' })
  expect(await other).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
})

it('services that come later belong to a share of the whole device', async () => {
  await share()
  await connected(guest, await newService())
})

it('what is taken back cuts the connection that rested on it, and no other', async () => {
  await share()
  const connection = await connected(guest)
  const own = await connected(owner)
  await unshare()
  expect([connection.isCut(), own.isCut()]).toEqual([true, false])
})

it('what is taken back in part cuts the connection to that part alone', async () => {
  await share()
  await connected(guest, web)
  await share([{ action: 'REMOVE', serviceId: ssh.id }])
  expect(isClosed()).toBe(false)
  await share([{ action: 'REMOVE', serviceId: web.id }])
  expect(isClosed()).toBe(true)
})

it('a guest who leaves is cut, too', async () => {
  await share()
  const connection = await connected(guest)
  await leaveDevice(world.sharing, await world.again(guest), { deviceId: device.id })
  expect(connection.isCut()).toBe(true)
})

it('a connection that is asked for with the access of before is refused', async () => {
  await share()
  const actor = await world.again(guest)
  expect((await seeDevice(world.database.queries, actor, device.id))?.share).toBeDefined()
  await unshare()
  const late = connect(world.connections, actor, { serviceId: ssh.id, hostIP: '0.0.0.0' })
  expect(await late).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  const rows = await world.database.queries
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', guest.userId)
    .execute()
  expect(rows).toEqual([])
})

it('a device that is handed over takes no connection along, old or just begun', async () => {
  const before = await connected(owner)
  const asking = connect(world.connections, owner, { serviceId: web.id, hostIP: '0.0.0.0' })
  await soon(() => expect(relay.orders.filter((order) => order.type === 'open-proxy')).toHaveLength(2))
  await transferDevice(world.sharing, owner, { deviceId: device.id, email: guest.email })
  expect(await asking).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } })
  expect(before.isCut()).toBe(true)
  expect(relay.orders.filter((order) => order.type === 'close-proxy').length).toBeGreaterThanOrEqual(2)
  expect(
    await world.database.queries.selectFrom('connections').select('id').where('device_id', '=', device.id).execute(),
  ).toEqual([])
})
