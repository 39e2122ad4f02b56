import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { refreshAverages } from './index.ts'

let world: TestDomains
beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())

const hourMs = 3_600_000

async function lookAgain(): Promise<number> {
  // What came and went is due by the moment at which it was told.
  world.clock.nowMs += 1
  return refreshAverages(world.devices)
}

describe('how well a device stays online', () => {
  it('is unknown at first, then counted when it comes and goes, and once more as time passes', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner)
    expect(await world.deviceNow(device.id)).toMatchObject({ quality: 'UNKNOWN', availability: undefined })

    await lookAgain()
    await world.setPresence(relay.id, device, true)
    world.clock.nowMs += 10 * hourMs
    await lookAgain()
    const steady = await world.deviceNow(device.id)
    expect(steady).toMatchObject({ quality: 'GOOD', instability: 0 })
    expect(steady.availability).toBeCloseTo(1, 3)
    expect(await lookAgain()).toBe(0)

    world.clock.nowMs += 1000
    await world.setPresence(relay.id, device, false)
    expect(await lookAgain()).toBe(1)
    expect(await world.deviceNow(device.id)).toMatchObject({ instability: 1 })
    world.clock.nowMs += 20 * hourMs
    expect(await lookAgain()).toBe(1)
    const gone = await world.deviceNow(device.id)
    expect(gone.availability).toBeCloseTo(1 / 3, 3)
    expect(gone.quality).toBe('POOR')
  })

  it('is looked at by several processes at once, each device by one', async () => {
    const owner = world.person()
    for (let count = 0; count < 5; count += 1) await world.device(owner, { hostname: `device ${count}` })
    world.clock.nowMs += 1
    const counts = await Promise.all([1, 2, 3].map(() => refreshAverages(world.devices)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  })
})
