import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { renameDevice, seeDevice, type Device } from '#domains/devices'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import type { EventPageArguments } from './event-page.ts'
import { readEvents } from './index.ts'

let world: TestDomains
let owner: Actor
let device: Device
let other: Device
beforeAll(async () => {
  world = await createTestDomains()
  owner = world.person()
  const relay = await world.relay()
  ;({ device } = await world.device(owner, { hostname: 'one' }))
  ;({ device: other } = await world.device(owner, { hostname: 'two' }))
  for (let count = 0; count < 10; count += 1) {
    world.clock.nowMs += 60_000
    await world.setPresence(relay.id, device, count % 2 === 0)
  }
  await renameDevice(world.devices, owner, { deviceId: other.id, name: 'three' })
})
afterAll(() => world[Symbol.asyncDispose]())

const read = async (wish: EventPageArguments, deviceId?: Device['id']) => {
  const seen = deviceId && (await seeDevice(world.database.queries, owner, deviceId))
  const page = await readEvents(world.devices, owner, { accountId: owner.userId, ...(seen && { device: seen }) }, wish)
  if (!page.ok) throw new Error(page.refusal.message)
  return page.value
}

describe('the log', () => {
  it('gives all of it in pages, newest first, nothing twice', async () => {
    const ids: string[] = []
    for (let after: string | undefined; ;) {
      const page = await read({ size: 5, after })
      expect(page.total).toBe(13)
      ids.push(...page.items.map((event) => event.id))
      if (!page.hasMore) break
      after = page.items.at(-1)?.id
    }
    expect(ids).toHaveLength(13)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  it('of a device tells only of it', async () => {
    expect((await read({}, device.id)).total).toBe(11)
    expect((await read({}, other.id)).items.map((event) => event.action)).toEqual([
      'device-renamed',
      'device-registered',
    ])
  })

  it.each([
    ['one type', { types: ['DEVICE_STATE'] as const }, 10],
    ['two types', { types: ['DEVICE_STATE', 'DEVICE_REFRESH'] as const }, 13],
    ['no such thing', { types: ['JOB'] as const }, 0],
  ])('is read by %s', async (_, wish, total) => {
    expect((await read(wish)).total).toBe(total)
  })

  it('is read by time', async () => {
    const ago = (minutes: number) => new Date(world.clock.nowMs - minutes * 60_000).toISOString()
    expect((await read({ minDate: ago(3), maxDate: ago(1) })).total).toBe(3)
    expect((await read({ maxDate: ago(60 * 24 * 40) })).total).toBe(0)
  })

  it('is nothing for a stranger', async () => {
    const page = await readEvents(world.devices, world.person(), { accountId: owner.userId }, {})
    expect(page).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
  })

  it('keeps the name that a thing had', async () => {
    const [first] = (await read({}, other.id)).items.toReversed()
    expect(first?.targets).toMatchObject([{ name: 'two' }])
  })
})
