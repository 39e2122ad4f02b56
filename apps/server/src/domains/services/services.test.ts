import pg from 'pg'
import type { DeviceId } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { createTestDomains, nobodysService, type TestDomains } from '../../test-domains.ts'
import type { DeviceListArguments } from './device-list.ts'
import {
  addService,
  listDevices,
  removeService,
  renameService,
  servicesOfDevice,
  setServiceAttributes,
  updateService,
} from './index.ts'

let world: TestDomains
beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())

const refusal = (code: string) => ({ ok: false, refusal: expect.objectContaining({ code }) })

describe('a service', () => {
  it('of a new device is SSH', async () => {
    const { service } = await world.device(world.person())
    expect(service).toMatchObject({ name: 'SSH', application: 28, host: 'localhost', port: 22, enabled: true })
  })

  it('is added, changed, renamed and removed, and the agent hears of what concerns it', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner, { online: relay.id })
    relay.orders.length = 0
    const added = await addService(world.services, owner, { deviceId: device.id, wish: { application: 8, port: 8443 } })
    if (!added.ok) throw new Error(added.refusal.message)
    const serviceId = added.value.service.id
    expect(added.value.service).toMatchObject({ name: 'HTTPS', port: 8443 })

    await renameService(world.services, owner, { serviceId, name: 'Shop' })
    await updateService(world.services, owner, { serviceId, wish: { port: 443 } })
    await setServiceAttributes(world.services, owner, { serviceId, attributes: { route: 'proxy' } })
    const services = await servicesOfDevice(world.database.queries, device)
    expect(services[1]).toMatchObject({ name: 'Shop', port: 443, attributes: { route: 'proxy' } })
    expect(await removeService(world.services, owner, { serviceId })).toEqual({ ok: true, value: true })
    expect(await servicesOfDevice(world.database.queries, device)).toHaveLength(1)

    // Names and attributes are nothing to the agent.
    const revision = device.revision
    expect(relay.orders).toEqual(
      [1, 2, 3].map((step) => ({ type: 'nudge-agent', deviceId: device.id, revision: revision + step })),
    )
    const deeds = (await world.eventsOf(owner))
      .map((event) => event.action)
      .filter((action) => action?.startsWith('service'))
    expect(deeds).toEqual(['service-added', 'service-renamed', 'service-updated', 'service-updated', 'service-removed'])
  })

  it('that is a SOCKS server says what it may reach, and the agent hears of that', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner, { online: relay.id })
    const added = await addService(world.services, owner, { deviceId: device.id, wish: { application: 49 } })
    if (!added.ok) throw new Error(added.refusal.message)
    const serviceId = added.value.service.id
    const set = (allow: unknown) =>
      setServiceAttributes(world.services, owner, { serviceId, attributes: { $farport: { allow } } })
    relay.orders.length = 0
    expect(await set(['10.0.0.0/8 80,443', 'printer.lan'])).toMatchObject({ ok: true })
    expect(await set(['10.0.0.0/8 80,443', 'printer.lan'])).toMatchObject({ ok: true })
    expect(relay.orders).toMatchObject([{ type: 'nudge-agent', deviceId: device.id }])
    expect(await set(['10.0.0.0/8 http'])).toEqual(refusal('INVALID'))
    await updateService(world.services, owner, { serviceId, wish: { application: 1 } })
    expect(relay.orders).toHaveLength(2)
  })

  it('of a stranger cannot be touched, and looks like none', async () => {
    const { device, service } = await world.device(world.person())
    const stranger = world.person()
    expect(await addService(world.services, stranger, { deviceId: device.id, wish: {} })).toEqual(refusal('NOT_FOUND'))
    for (const serviceId of [service.id, nobodysService]) {
      const unseen = {
        ok: false,
        refusal: { code: 'NOT_FOUND', message: `You don't have access to that service. (${serviceId})` },
      }
      expect(await updateService(world.services, stranger, { serviceId, wish: {} })).toEqual(unseen)
      expect(await renameService(world.services, stranger, { serviceId, name: 'x' })).toEqual(unseen)
      expect(await setServiceAttributes(world.services, stranger, { serviceId, attributes: {} })).toEqual(unseen)
      expect(await removeService(world.services, stranger, { serviceId })).toEqual(unseen)
    }
  })

  it('number hundred and one is refused', async () => {
    const owner = world.person()
    const { device } = await world.device(owner)
    const add = () => addService(world.services, owner, { deviceId: device.id, wish: {} })
    const added = await Promise.all(Array.from({ length: 100 }, add))
    expect(added.filter((one) => !one.ok)).toEqual([refusal('LIMIT_EXCEEDED')])
  })
})

describe('a list of devices', () => {
  let owner: Actor
  const ids: Record<string, DeviceId> = {}

  beforeAll(async () => {
    owner = world.person()
    const relay = await world.relay()
    for (const hostname of ['delta', 'Alpha', 'bravo', 'Charlie']) {
      world.clock.nowMs += 1000
      const online = hostname === 'bravo' || hostname === 'delta' ? { online: relay.id } : {}
      const { device } = await world.device(owner, { hostname, ...online })
      ids[hostname] = device.id
    }
    await addService(world.services, owner, { deviceId: ids['Charlie']!, wish: { application: 8, name: 'Web Shop' } })
    await world.device(world.person(), { hostname: 'stranger' })
  })

  const names = async (wish: DeviceListArguments, actor = owner) => {
    const page = await listDevices(world.services, actor, owner.userId, wish)
    if (!page.ok) throw new Error(page.refusal.message)
    return page.value.items.map((device) => device.name)
  }

  it.each([
    ['by state and name', {}, ['bravo', 'delta', 'Alpha', 'Charlie']],
    ['by name', { sort: 'name' }, ['Alpha', 'bravo', 'Charlie', 'delta']],
    ['by name from the end', { sort: '-name' }, ['delta', 'Charlie', 'bravo', 'Alpha']],
    ['newest first', { sort: '-created' }, ['Charlie', 'bravo', 'Alpha', 'delta']],
    ['that are online', { state: 'active' }, ['bravo', 'delta']],
    ['that are not', { state: 'inactive' }, ['Alpha', 'Charlie']],
    ['by a part of the name', { name: 'LPH' }, ['Alpha']],
    ['by a part of a service’s name', { name: 'shop' }, ['Charlie']],
    ['by a name with signs that SQL knows', { name: '%' }, []],
    ['with a type of service', { application: [8, 4] }, ['Charlie']],
    ['of a platform', { platform: [1072] }, []],
    ['that are shared to me', { owner: false }, []],
    ['second page', { sort: 'name', from: 2, size: 2 }, ['Charlie', 'delta']],
    ['beyond the end', { from: 9 }, []],
  ])('%s', async (_, wish, expected) => {
    expect(await names(wish)).toEqual(expected)
  })

  it('by ids gives those that I may see', async () => {
    const { device: foreign } = await world.device(world.person())
    expect(await names({ id: [ids['Alpha']!, foreign.id, 'nonsense'] })).toEqual(['Alpha'])
    expect(await listDevices(world.services, world.person(), owner.userId, {})).toMatchObject({
      ok: false,
      refusal: { code: 'NOT_FOUND' },
    })
  })

  it.each([
    ['a page', { size: 1 }, { total: 4, hasMore: true }],
    ['the last page', { from: 3, size: 1 }, { total: 4, hasMore: false }],
    ['a page beyond the end', { from: 9 }, { total: 4, hasMore: false }],
    ['only the count', { size: 0, state: 'active' }, { total: 2, hasMore: true }],
  ])('%s tells how many there are', async (_, wish, page) => {
    expect(await listDevices(world.services, owner, owner.userId, wish)).toMatchObject({ ok: true, value: page })
  })

  it('comes with its services in two queries, however long it is', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const page = await listDevices(world.services, owner, owner.userId, {})
    expect(asked).toHaveBeenCalledTimes(2)
    asked.mockRestore()
    const services = page.ok ? page.value.items.map((device) => device.services.map((service) => service.name)) : []
    expect(services).toEqual([['SSH'], ['SSH'], ['SSH'], ['SSH', 'Web Shop']])
    const first = page.ok ? page.value.items[0]?.services[0] : undefined
    expect(first?.createdAt).toBeInstanceOf(Date)
  })
})
