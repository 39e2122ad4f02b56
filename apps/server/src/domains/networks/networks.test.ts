import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NetworkId, ServiceId } from '@farport/vocabulary'
import type { AccessChange, Actor } from '../../access/index.ts'
import { deleteDevice, handOverDevice, type Device } from '#domains/devices'
import { listDevices, removeService, type Service } from '#domains/services'
import { addMember, shareDevice, shareNetwork } from '../../test-access.ts'
import { createTestDomains, nobodysService, type TestDomains } from '../../test-domains.ts'
import type { Network, PlaceWish } from './network.ts'
import { addToNetwork } from './operations/add-to-network.ts'
import { createNetwork } from './operations/create-network.ts'
import { deleteNetwork } from './operations/delete-network.ts'
import { findNetwork, listNetworks, type NetworkListArguments } from './operations/list-networks.ts'
import { readPlaces } from './operations/read-places.ts'
import { removeFromNetwork } from './operations/remove-from-network.ts'
import { renameNetwork } from './operations/rename-network.ts'
import { tagNetwork, untagNetwork } from './operations/tag-network.ts'

let world: TestDomains
const announced: AccessChange[] = []
beforeAll(async () => {
  world = await createTestDomains()
  world.devices.accessChanges.watchers.push({
    accessHasChanged: async (_tx, change) => void announced.push(change),
  })
})
beforeEach(() => {
  announced.length = 0
})
afterAll(() => world[Symbol.asyncDispose]())

const nobodysNetwork = 'n-0000000000000000' as NetworkId // well-formed, and nobody's
const done = { ok: true, value: true }
const refusal = (code: string, message?: string) => ({
  ok: false,
  refusal: message === undefined ? expect.objectContaining({ code }) : { code, message },
})

async function newNetwork(owner: Actor, name = 'Lab'): Promise<Network> {
  world.clock.nowMs += 1
  const made = await createNetwork(world.networks, owner, { accountId: owner.userId, name })
  if (!made.ok) throw new Error(made.refusal.message)
  return made.value
}

const add = (actor: Actor, network: Network, service: { id: ServiceId }, wish: PlaceWish = {}) =>
  addToNetwork(world.networks, actor, { networkId: network.id, serviceId: service.id, wish })
const remove = (actor: Actor, network: Network, service: { id: ServiceId }) =>
  removeFromNetwork(world.networks, actor, { networkId: network.id, serviceId: service.id })
const tag = (actor: Actor, network: Network, ...names: string[]) =>
  tagNetwork(world.networks, actor, { networkId: network.id, names })

async function namesSeen(actor: Actor, accountId = actor.userId, wish: NetworkListArguments = {}): Promise<string[]> {
  const networks = await listNetworks(world.networks, actor, accountId, wish)
  if (!networks.ok) throw new Error(networks.refusal.message)
  return networks.value.map((network) => network.name)
}

/** Services of the network that the actor sees, and what is special about them there. */
async function placesSeen(actor: Actor, network: Network) {
  const places = await readPlaces(world.database.queries, actor, [network.id])
  return (places.get(network.id) ?? []).map(({ service, name, port }) => ({ id: service.id, name, port }))
}

async function devicesSeen(actor: Actor): Promise<string[]> {
  const page = await listDevices(world.services, actor, actor.userId, {})
  if (!page.ok) throw new Error(page.refusal.message)
  return page.value.items.map((device) => device.id)
}

const eventsOf = async (owner: Actor) =>
  (await world.eventsOf(owner)).filter((event) => event.action === 'network-changed')

describe('a network', () => {
  it('is made, renamed and deleted', async () => {
    const owner = world.person()
    const network = await newNetwork(owner, ' Lab ')
    expect(network.name).toBe('Lab')
    const networkId = network.id
    expect(await renameNetwork(world.networks, owner, { networkId, name: 'Hall' })).toMatchObject({ ok: true })
    expect(await renameNetwork(world.networks, owner, { networkId, name: undefined })).toMatchObject({
      value: { name: 'Hall' },
    })
    expect(await namesSeen(owner)).toEqual(['Hall'])
    expect(await deleteNetwork(world.networks, owner, { networkId })).toEqual(done)
    expect(await namesSeen(owner)).toEqual([])
    expect(await eventsOf(owner)).toHaveLength(3)
  })

  it.each([
    ['', 'Cannot be empty'],
    ['a', 'A network name has at least 2 characters'],
    ['x'.repeat(101), 'Cannot exceed 100 characters'],
  ])('is not called %j', async (name, message) => {
    const owner = world.person()
    const { id: networkId } = await newNetwork(owner)
    const invalid = refusal('INVALID', message)
    expect(await createNetwork(world.networks, owner, { accountId: owner.userId, name })).toEqual(invalid)
    expect(await renameNetwork(world.networks, owner, { networkId, name })).toEqual(invalid)
  })

  it('number thousand and one is refused', async () => {
    const owner = world.person()
    const rows = Array.from({ length: 999 }, (_, index) => ({
      account_id: owner.userId,
      id: world.devices.ids('n'),
      name: `network ${index}`,
      created_at: new Date(0),
    }))
    await world.database.queries.insertInto('networks').values(rows).execute()
    await newNetwork(owner)
    const request = { accountId: owner.userId, name: 'One more' }
    expect(await createNetwork(world.networks, owner, request)).toEqual(refusal('LIMIT_EXCEEDED'))
  })

  it('takes services, and says what is special about them in it', async () => {
    const owner = world.person()
    const network = await newNetwork(owner)
    const { service } = await world.device(owner)
    const { service: other } = await world.device(owner)
    expect(await add(owner, network, service)).toEqual(done)
    world.clock.nowMs += 1
    expect(await add(owner, network, other, { name: 'shell', port: 2222 })).toEqual(done)
    expect(await add(owner, network, service, { port: 1022 })).toEqual(done)
    expect(await add(owner, network, other, { name: null })).toEqual(done)
    expect(await placesSeen(owner, network)).toEqual([
      { id: service.id, name: undefined, port: 1022 },
      { id: other.id, name: undefined, port: 2222 },
    ])
    expect(await remove(owner, network, service)).toEqual(done)
    expect(await remove(owner, network, service)).toEqual(refusal('NOT_FOUND', 'The service is not in this network.'))
    expect(await placesSeen(owner, network)).toMatchObject([{ id: other.id }])
  })

  it('has no room for service thousand and one, but goes on changing the others', async () => {
    const owner = world.person()
    const network = await newNetwork(owner)
    const { device, service } = await world.device(owner)
    const { service: another } = await world.device(owner)
    await fill(network, device, service, 1000)
    expect(await add(owner, network, another)).toEqual(refusal('LIMIT_EXCEEDED'))
    const [first] = await placesSeen(owner, network)
    expect(await add(owner, network, first!, { port: 99 })).toEqual(done)
  })

  it('forgets services that are removed, and those of devices that are deleted or handed over', async () => {
    const owner = world.person()
    const heir = await world.account()
    const network = await newNetwork(owner)
    const [gone, deleted, handed] = [await world.device(owner), await world.device(owner), await world.device(owner)]
    for (const { service } of [gone, deleted, handed]) await add(owner, network, service)
    await removeService(world.services, owner, { serviceId: gone.service.id })
    await deleteDevice(world.devices, owner, { deviceId: deleted.device.id, force: true })
    await world.database.transaction((tx) =>
      handOverDevice(world.devices, tx, handed.device, { to: heir.userId, actorId: owner.userId }),
    )
    expect(await placesSeen(owner, network)).toEqual([])
    expect(await placesSeen(heir, network)).toEqual([])
  })
})

describe('a list of networks', () => {
  it('is of the account, newest first, and can be narrowed by names and ids', async () => {
    const owner = world.person()
    const made = [
      await newNetwork(owner, 'Alpha'),
      await newNetwork(owner, 'beta'),
      await newNetwork(owner, 'alphabet'),
    ]
    await newNetwork(world.person(), 'Alpha of others')
    expect(await namesSeen(owner)).toEqual(['alphabet', 'beta', 'Alpha'])
    expect(await namesSeen(owner, owner.userId, { name: ' ALPHA ' })).toEqual(['alphabet', 'Alpha'])
    expect(await namesSeen(owner, owner.userId, { name: '%' })).toEqual([])
    expect(await namesSeen(owner, owner.userId, { id: [made[1]!.id, nobodysNetwork, 'nonsense'] })).toEqual(['beta'])
    const id = Array.from({ length: 1001 }, () => nobodysNetwork)
    expect(await listNetworks(world.networks, owner, owner.userId, { id })).toEqual(refusal('INVALID'))
    expect(await listNetworks(world.networks, world.person(), owner.userId, {})).toEqual(refusal('NOT_FOUND'))
  })

  it('shows members what their role covers, with the services that it covers', async () => {
    const owner = await world.account()
    const [lab, hall] = [await newNetwork(owner, 'Lab'), await newNetwork(owner, 'Hall')]
    const { device, service } = await world.device(owner)
    const { service: hidden } = await world.device(owner)
    await add(owner, lab, service)
    await add(owner, lab, hidden)
    await tag(owner, lab, 'red')
    const { accountId } = lab
    const byTag = await addMember(world, owner, { permissions: ['VIEW', 'CONNECT'], access: 'TAG', tagKeys: ['red'] })
    const chosen = { permissions: ['VIEW' as const], access: 'SELECTED' as const, deviceIds: [device.id] }
    const bySelection = await addMember(world, owner, chosen)
    const viewer = await addMember(world, owner, { permissions: ['VIEW'], access: 'ALL' })
    expect(await namesSeen(viewer, accountId)).toEqual(['Hall', 'Lab'])
    expect(await namesSeen(byTag, accountId)).toEqual(['Lab'])
    expect(await namesSeen(bySelection, accountId)).toEqual([])
    expect(await placesSeen(viewer, lab)).toHaveLength(2)
    expect(await placesSeen(byTag, lab)).toEqual([])
    expect(await placesSeen(bySelection, lab)).toMatchObject([{ id: service.id }])
    expect(await findNetwork(world.networks, byTag, accountId, hall.id)).toEqual({ ok: true, value: undefined })
    expect(await findNetwork(world.networks, byTag, byTag.userId, lab.id)).toMatchObject({ value: { name: 'Lab' } })
  })

  it('shows guests what is shared with them, in their own account', async () => {
    const owner = await world.account()
    const guest = await world.account()
    const network = await newNetwork(owner)
    const { device, service } = await world.device(owner)
    await add(owner, network, service)
    await newNetwork(owner, 'Not shared')
    await shareNetwork(world, network, guest)
    expect(await namesSeen(guest)).toEqual(['Lab'])
    expect(await placesSeen(guest, network)).toMatchObject([{ id: service.id }])
    expect(await devicesSeen(guest)).toEqual([device.id])
    expect(await findNetwork(world.networks, guest, guest.userId, network.id)).toMatchObject({ value: { name: 'Lab' } })
    expect(await findNetwork(world.networks, guest, owner.userId, network.id)).toEqual(refusal('NOT_FOUND'))
  })
})

describe('who may not change a network', () => {
  it.each([
    ['a stranger', 'stranger', 'NOT_FOUND'],
    ['a guest', 'guest', 'FORBIDDEN'],
    ['a member without MANAGE', 'member', 'FORBIDDEN'],
  ])('is refused, and changes nothing: %s', async (_, kind, code) => {
    const owner = await world.account()
    const network = await newNetwork(owner)
    const { service } = await world.device(owner)
    await add(owner, network, service)
    await tag(owner, network, 'red')
    const looking = { permissions: ['VIEW' as const, 'CONNECT' as const], access: 'ALL' as const }
    const actor = kind === 'member' ? await addMember(world, owner, looking) : await world.account()
    if (kind === 'guest') await shareNetwork(world, network, actor)
    const networkId = network.id
    const answers = [
      await renameNetwork(world.networks, actor, { networkId, name: 'Mine' }),
      await add(actor, network, service, { port: 1 }),
      await remove(actor, network, service),
      await tag(actor, network, 'blue'),
      await untagNetwork(world.networks, actor, { networkId, names: ['red'] }),
      await deleteNetwork(world.networks, actor, { networkId }),
    ]
    expect(answers).toEqual(answers.map(() => refusal(code)))
    const request = { accountId: owner.userId, name: 'Another' }
    const mayNot = kind === 'member' ? 'FORBIDDEN' : 'NOT_FOUND'
    expect(await createNetwork(world.networks, actor, request)).toEqual(refusal(mayNot))
    expect(await namesSeen(owner)).toEqual(['Lab'])
    expect(await placesSeen(owner, network)).toEqual([{ id: service.id, name: undefined, port: undefined }])
  })

  it('is anybody, of one that does not exist', async () => {
    const unseen = refusal('NOT_FOUND', `You don't have access to that network. (${nobodysNetwork})`)
    expect(await deleteNetwork(world.networks, world.person(), { networkId: nobodysNetwork })).toEqual(unseen)
  })
})

describe('which services a network takes', () => {
  it('not those of devices that are shared with its owner', async () => {
    const owner = await world.account()
    const { device, service } = await world.device(world.person())
    await shareDevice(world, device, owner)
    const network = await newNetwork(owner)
    const guests = refusal('FORBIDDEN', 'You can not modify the networks of a device shared to you.')
    expect(await add(owner, network, service)).toEqual(guests)
    expect(await remove(owner, network, service)).toEqual(guests)
  })

  it('not those that nobody showed its owner', async () => {
    const owner = world.person()
    const network = await newNetwork(owner)
    const { service } = await world.device(world.person())
    for (const { id } of [service, { id: nobodysService }]) {
      const unseen = refusal('NOT_FOUND', `You don't have access to that service. (${id})`)
      expect(await add(owner, network, { id })).toEqual(unseen)
    }
  })

  it('not those that a manager of it may only look at', async () => {
    const owner = await world.account()
    const network = await newNetwork(owner)
    await tag(owner, network, 'red')
    const { device, service } = await world.device(owner)
    const manager = await addMember(world, owner, { permissions: ['VIEW', 'MANAGE'], access: 'TAG', tagKeys: ['red'] })
    expect(await add(manager, network, service)).toEqual(refusal('NOT_FOUND'))
    await shareDevice(world, device, manager)
    const notManager = 'You must be the device owner or manager to modify the networks of this service.'
    expect(await add(manager, network, service)).toEqual(refusal('FORBIDDEN', notManager))
  })
})

describe('tags of a network', () => {
  it('are those of its account, and show it to the roles that name them', async () => {
    const owner = await world.account()
    const { userId: accountId } = owner
    const network = await newNetwork(owner)
    const member = await addMember(world, owner, { permissions: ['VIEW'], access: 'TAG', tagKeys: ['red'] })
    const seen = async () => namesSeen(await world.again(member), accountId)
    expect(await seen()).toEqual([])
    expect(await tag(owner, network, 'Red', 'green')).toEqual(done)
    expect(announced[0]).toEqual({ accountId, userIds: [member.userId] })
    expect(await seen()).toEqual(['Lab'])
    const untagged = { networkId: network.id, names: ['RED', 'never'] }
    expect(await untagNetwork(world.networks, owner, untagged)).toEqual(done)
    expect(await seen()).toEqual([])
  })

  it('are named as tags are', async () => {
    const owner = world.person()
    const network = await newNetwork(owner)
    expect(await tag(owner, network, 'ok', ' ')).toEqual(refusal('INVALID', 'Cannot be empty'))
    const many = Array.from({ length: 101 }, (_, index) => `t${index}`)
    expect(await tag(owner, network, ...many)).toEqual(refusal('INVALID'))
    expect(await tag(owner, network)).toEqual(done)
  })
})

describe('guests of a network', () => {
  it('are told each by themselves when it changes', async () => {
    const owner = await world.account()
    const [one, other] = [await world.account(), await world.account()]
    const network = await newNetwork(owner)
    const { service } = await world.device(owner)
    await shareNetwork(world, network, one)
    await shareNetwork(world, network, other)
    await add(owner, network, service)
    await renameNetwork(world.networks, owner, { networkId: network.id, name: 'Hall' })
    for (const guest of [one, other]) {
      const events = await eventsOf(guest)
      expect(events).toHaveLength(2)
      expect(JSON.stringify(events)).not.toContain((guest === one ? other : one).userId)
    }
  })

  it('lose what they reached by it when a service goes, and when it is deleted', async () => {
    const owner = await world.account()
    const guest = await world.account()
    const network = await newNetwork(owner)
    const [first, second] = [await world.device(owner), await world.device(owner)]
    await add(owner, network, first.service)
    await add(owner, network, second.service)
    await shareNetwork(world, network, guest)
    announced.length = 0
    await remove(owner, network, first.service)
    expect(announced[0]).toEqual({ accountId: owner.userId, userIds: [guest.userId] })
    expect(await devicesSeen(guest)).toEqual([second.device.id])
    announced.length = 0
    await deleteNetwork(world.networks, owner, { networkId: network.id })
    expect(announced[0]).toEqual({ accountId: owner.userId, userIds: [guest.userId] })
    expect(await devicesSeen(guest)).toEqual([])
  })
})

it('a network with services of a hundred and one devices is told of in one event', async () => {
  const owner = world.person()
  const few = await newNetwork(owner)
  const { service } = await world.device(owner)
  await add(owner, few, service)
  const before = (await eventsOf(owner)).length
  await deleteNetwork(world.networks, owner, { networkId: few.id })
  expect((await eventsOf(owner)).length - before).toBe(2)

  const many = await newNetwork(owner)
  for (let count = 0; count < 101; count += 1) {
    const { device, service: one } = await world.device(owner)
    await fill(many, device, one, 1)
  }
  const later = (await eventsOf(owner)).length
  await deleteNetwork(world.networks, owner, { networkId: many.id })
  expect((await eventsOf(owner)).length - later).toBe(1)
})

/** So many services in the network at once: copies of one of the device. */
async function fill(network: Network, device: Device, service: Service, count: number): Promise<void> {
  const { queries } = world.database
  const ids = [service.id, ...Array.from({ length: count - 1 }, () => world.devices.ids('s'))]
  const copies = ids.slice(1).map((id) => ({
    account_id: device.accountId,
    id,
    device_id: device.id,
    name: 'SSH',
    application: 28,
    host: 'localhost',
    port: 22,
    enabled: true,
    created_at: new Date(0),
  }))
  if (copies.length > 0) await queries.insertInto('services').values(copies).execute()
  const places = ids.map((id) => ({
    account_id: network.accountId,
    network_id: network.id,
    service_id: id,
    device_id: device.id,
    created_at: new Date(0),
  }))
  await queries.insertInto('network_connections').values(places).execute()
}
