// What a change in one domain does to the domains that stand after it, or before it.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ConnectionId } from '@farport/vocabulary'
import type { Actor } from './access/index.ts'
import { connect, takeProxyOpened } from '#domains/connections'
import { deleteDevice } from '#domains/devices'
import type { Service } from '#domains/services'
import { addToNetwork } from './domains/networks/operations/add-to-network.ts'
import { createNetwork } from './domains/networks/operations/create-network.ts'
import { deleteNetwork } from './domains/networks/operations/delete-network.ts'
import { listNetworks } from './domains/networks/operations/list-networks.ts'
import { removeFromNetwork } from './domains/networks/operations/remove-from-network.ts'
import { tagNetwork } from './domains/networks/operations/tag-network.ts'
import { deleteTags } from './domains/tags/operations/delete-tags.ts'
import { mergeTags } from './domains/tags/operations/rename-tag.ts'
import { tagDevices } from './domains/tags/operations/tag-devices.ts'
import { addMember, shareDevice, shareNetwork } from './test-access.ts'
import { createTestDomains, type TestDomains } from './test-domains.ts'

let world: TestDomains
beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())

type TestRelay = Awaited<ReturnType<TestDomains['relay']>>

/** A connection of the person to the service, by a port that the relay has opened. */
async function connected(actor: Actor, service: Service, relay: TestRelay): Promise<ConnectionId> {
  relay.orders.length = 0
  const connecting = connect(world.connections, actor, { serviceId: service.id, hostIP: '255.255.255.255' })
  await vi.waitFor(() => expect(relay.orders).toHaveLength(1), { timeout: 10_000, interval: 20 })
  const [order] = relay.orders
  if (order?.type !== 'open-proxy') throw new Error('the relay was not told to open a port')
  const { connectionId } = order
  await takeProxyOpened(world.connections, relay.id, { connectionId, host: 'relay.example', port: 20_001 })
  expect(await connecting).toMatchObject({ ok: true })
  relay.orders.length = 0
  return connectionId
}

const tag = (actor: Actor, targets: string[], ...names: string[]) =>
  tagDevices(world.tags, actor, { accountId: actor.userId, targets, names })

it('the tags of a device go with it, whoever put them on it', async () => {
  const owner = world.person()
  const guest = await world.account()
  const { device } = await world.device(owner)
  await shareDevice(world, device, guest)
  await tag(owner, [device.id], 'mine')
  await tag(guest, [device.id], 'theirs')
  await deleteDevice(world.devices, owner, { deviceId: device.id, force: true })
  const left = await world.database.queries
    .selectFrom('device_tags')
    .selectAll()
    .where('device_id', '=', device.id)
    .execute()
  expect(left).toEqual([])
})

it('networks are tagged on when two tags become one', async () => {
  const owner = await world.account()
  const { userId: accountId } = owner
  const member = await addMember(world, owner, { permissions: ['VIEW'], access: 'TAG', tagKeys: ['red'] })
  for (const [name, color] of [
    ['Lab', 'red'],
    ['Hall', 'blue'],
    ['Attic', 'green'],
  ] as const) {
    const made = await createNetwork(world.networks, owner, { accountId, name })
    if (!made.ok) throw new Error(made.refusal.message)
    await tagNetwork(world.networks, owner, { networkId: made.value.id, names: [color] })
  }
  await mergeTags(world.tags, owner, { accountId, from: 'blue', to: 'red' })
  const seen = await listNetworks(world.networks, await world.again(member), accountId, {})
  expect(seen.ok && seen.value.map((network) => network.name).toSorted()).toEqual(['Hall', 'Lab'])
})

it('guests of a network are cut off when the service leaves it, and when it is deleted', async () => {
  const owner = await world.account()
  const guest = await world.account()
  const relay = await world.relay()
  const [first, second] = [
    await world.device(owner, { online: relay.id }),
    await world.device(owner, { online: relay.id }),
  ]
  const made = await createNetwork(world.networks, owner, { accountId: owner.userId, name: 'Lab' })
  if (!made.ok) throw new Error(made.refusal.message)
  const networkId = made.value.id
  for (const { service } of [first, second]) {
    await addToNetwork(world.networks, owner, { networkId, serviceId: service.id, wish: {} })
  }
  await shareNetwork(world, made.value, guest)
  const toFirst = await connected(guest, first.service, relay)
  const toSecond = await connected(guest, second.service, relay)

  await removeFromNetwork(world.networks, owner, { networkId, serviceId: first.service.id })
  expect(relay.orders).toMatchObject([{ type: 'close-proxy', connectionId: toFirst }])
  relay.orders.length = 0
  await deleteNetwork(world.networks, owner, { networkId })
  expect(relay.orders).toMatchObject([{ type: 'close-proxy', connectionId: toSecond }])
})

it('members are cut off when their role reached the device by a tag that is deleted', async () => {
  const owner = await world.account()
  const relay = await world.relay()
  const { device, service } = await world.device(owner, { online: relay.id })
  await tag(owner, [device.id], 'lab')
  const member = await addMember(world, owner, { permissions: ['VIEW', 'CONNECT'], access: 'TAG', tagKeys: ['lab'] })
  const connectionId = await connected(member, service, relay)
  await tag(owner, [device.id], 'hall')
  expect(relay.orders).toEqual([])
  await deleteTags(world.tags, owner, { accountId: owner.userId, names: ['Lab'] })
  expect(relay.orders).toMatchObject([{ type: 'close-proxy', connectionId }])
})
