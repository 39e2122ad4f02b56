import type { DeviceId, RelayId } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { createTestDomains, nobodysDevice, type TestDomains } from '../../test-domains.ts'
import { moveDeviceRow } from './device-store.ts'
import { applyPresenceFacts, markDevicesLost, reviseDevice, type Device } from './index.ts'

let world: TestDomains
beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())

const seen = async (owner: Actor) =>
  (await world.eventsOf(owner)).filter((event) => event.type === 'DEVICE_STATE').map((event) => event.state)

const fact = (
  device: Pick<Device, 'accountId' | 'id'>,
  isOnline: boolean,
  { at = world.clock.nowMs, enteredAt = at }: { at?: number; enteredAt?: number } = {},
) => ({ accountId: device.accountId, deviceId: device.id, isOnline, enteredAt, at })

const take = (relayId: RelayId, ...agents: ReturnType<typeof fact>[]) =>
  applyPresenceFacts(world.devices, { relayId, isSnapshot: false, toldAtMs: world.clock.nowMs, agents })

/** The relay has not been heard of since then; by default it was never heard of again after its last word. */
const lose = (relayId: RelayId, { confirmedBefore = world.clock.nowMs, since = world.clock.nowMs } = {}) =>
  markDevicesLost(world.devices, {
    relayId,
    confirmedBefore: new Date(confirmedBefore),
    since: new Date(since),
  })

describe('presence', () => {
  it('announces only what changes', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner)
    for (const isOnline of [false, true, true, false, false, true]) {
      world.clock.nowMs += 1000
      await take(relay.id, fact(device, isOnline))
    }
    expect(await seen(owner)).toEqual(['active', 'inactive', 'active'])
    expect(await world.deviceNow(device.id)).toMatchObject({
      isOnline: true,
      relayId: relay.id,
      onlineSince: new Date(world.clock.nowMs),
    })
  })

  it('does not go back in time', async () => {
    const owner = world.person()
    const [old, next] = [await world.relay(), await world.relay()]
    const { device } = await world.device(owner, { online: old.id })
    const moved = world.clock.nowMs + 2000
    world.clock.nowMs += 5000
    await take(next.id, fact(device, true, { at: moved }))
    await take(old.id, fact(device, false, { at: moved + 1000, enteredAt: moved - 2000 }))
    await take(next.id, fact(device, false, { at: moved - 1000 }))
    expect(await world.deviceNow(device.id)).toMatchObject({ isOnline: true, relayId: next.id })
    expect(await seen(owner)).toEqual(['active'])
  })

  it('sends away the agent of a device that is gone', async () => {
    const relay = await world.relay()
    await take(relay.id, fact({ accountId: world.person().userId, id: nobodysDevice }, true))
    expect(relay.orders).toMatchObject([{ type: 'drop-agent', deviceId: nobodysDevice, code: 'dropped' }])
  })

  it('tells an agent again of a change that it may have missed', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner)
    await world.database.transaction((tx) => reviseDevice(world.devices, tx, device))
    expect(relay.orders).toEqual([])
    await take(relay.id, fact(device, true))
    expect(relay.orders).toEqual([{ type: 'nudge-agent', deviceId: device.id, revision: device.revision + 1 }])
  })

  it('ends for those that a lost relay does not confirm, once', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device: quiet } = await world.device(owner, { hostname: 'quiet', online: relay.id })
    world.clock.nowMs += 5000
    const { device: loud } = await world.device(owner, { hostname: 'loud', online: relay.id })
    const heardAt = world.clock.nowMs - 1000
    const counts = await Promise.all([1, 2, 3].map(() => lose(relay.id, { since: heardAt })))
    expect(counts.filter((count) => count > 0)).toEqual([1])
    expect(await world.deviceNow(quiet.id)).toMatchObject({ isOnline: false, offlineSince: new Date(heardAt) })
    expect(await world.deviceNow(loud.id)).toMatchObject({ isOnline: true })
    expect(await seen(owner)).toEqual(['active', 'active', 'inactive'])
  })

  it('comes back by a snapshot that repeats an old moment', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const since = world.clock.nowMs
    const { device } = await world.device(owner, { online: relay.id })
    world.clock.nowMs += 60_000
    await lose(relay.id)
    const repeated = [fact(device, true, { at: since })]
    await applyPresenceFacts(world.devices, {
      relayId: relay.id,
      isSnapshot: true,
      toldAtMs: world.clock.nowMs,
      agents: repeated,
    })
    expect(await seen(owner)).toEqual(['active', 'inactive', 'active'])
    expect((await world.deviceNow(device.id)).onlineSince).toEqual(new Date(world.clock.nowMs))
  })

  it('is not confirmed by what a relay told before, and was taken in late', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner)
    const snapshotAt = world.clock.nowMs + 5000
    await take(relay.id, fact(device, true))
    world.clock.nowMs += 60_000
    expect(await lose(relay.id, { confirmedBefore: snapshotAt })).toBe(1)
  })

  it('of a device that has moved to another account is told under the old one, and counts', async () => {
    const [owner, heir] = [world.person(), world.person()]
    const relay = await world.relay()
    const { device } = await world.device(owner, { online: relay.id })
    await moveToAccount(device, heir)
    world.clock.nowMs += 5000
    await take(relay.id, fact(device, false))
    expect(relay.orders).not.toContainEqual(expect.objectContaining({ type: 'drop-agent' }))
    expect(await seen(heir)).toEqual(['inactive'])
    expect(await world.deviceNow(device.id)).toMatchObject({ isOnline: false, accountId: heir.userId })
  })

  it('of thousands comes in batches, and two batches with the same devices do not fail', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const ids = await manyDevices(owner, 3000)
    const batches = [0, 1, 2].map((part) => ids.slice(part * 1000, part * 1000 + 1000))
    const facts = (batch: DeviceId[]) => batch.map((id) => fact({ accountId: owner.userId, id }, true))
    const began = performance.now()
    await Promise.all(
      batches.flatMap((batch) => [take(relay.id, ...facts(batch)), take(relay.id, ...facts(batch).toReversed())]),
    )
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await seen(owner)).toHaveLength(3000)
    expect(await lose(relay.id, { confirmedBefore: world.clock.nowMs + 1 })).toBe(3000)
    expect(await seen(owner)).toHaveLength(6000)
  })
})

async function manyDevices(owner: Actor, count: number): Promise<DeviceId[]> {
  const at = new Date(world.clock.nowMs)
  const rows = Array.from({ length: count }, (_, number) => ({ id: world.devices.ids('d'), name: `device ${number}` }))
  const account_id = owner.userId
  await world.database.queries
    .insertInto('devices')
    .values(rows.map((row) => ({ ...row, account_id, platform: 769, created_at: at, revised_at: new Date(0) })))
    .execute()
  await world.database.queries
    .insertInto('device_presence')
    .values(rows.map(({ id }) => ({ account_id, device_id: id, confirmed_at: at })))
    .execute()
  return rows.map(({ id }) => id)
}

/** As a transfer does. */
async function moveToAccount({ accountId, id, name }: Device, heir: Actor): Promise<void> {
  await world.database.transaction((tx) => moveDeviceRow(tx, { accountId, id }, { accountId: heir.userId, name }))
}
