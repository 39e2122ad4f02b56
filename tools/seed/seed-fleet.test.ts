import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/platform/test-database.ts'
import { cleanDeviceName } from '../../apps/server/src/domains/devices/device-name.ts'
import { planDevice } from './fleet.ts'
import { createRandom } from './random.ts'
import { accountsInUse, seedFleet } from './seed-fleet.ts'

let database: TestDatabase
const nowMs = Date.now()
const account = { email: 'owner@example.org', devices: 120, hasCompany: true }
beforeAll(async () => {
  database = await createTestDatabase()
  await seedFleet(database, { seed: 'test', accounts: [account], passwordHash: undefined, nowMs })
})
afterAll(() => database[Symbol.asyncDispose]())

async function count(text: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(`select count(*) as count ${text}`)
  return Number(rows[0]?.count)
}

it('a fleet has devices with services, tags, a past, and people around them', async () => {
  expect(await count(`from devices join auth."user" u on u.id = account_id where email = '${account.email}'`)).toBe(120)
  for (const table of ['services', 'device_tags', 'events', 'sessions', 'activity', 'members', 'network_connections']) {
    expect({ table, rows: await count(`from ${table}`) }).toEqual({ table, rows: expect.toSatisfy((rows) => rows > 0) })
  }
  expect(
    await count('from device_shares join auth."user" u on u.id = user_id where email = \'owner@example.org\''),
  ).toBe(25)
})

it('what is kept about it is what can be counted', async () => {
  const wrong = `from (select account_id, is_online, count(*) as n from device_presence group by 1, 2) as counted
    full join (select account_id, is_online, sum(devices) as n from device_counts group by 1, 2) as kept
      using (account_id, is_online)
    where counted.n is distinct from kept.n`
  expect(await count(wrong)).toBe(0)
  const online = `from activity where track = 'online' and level = 1`
  expect(await count(online)).toBe(await count('from device_presence where is_online'))
})

it('an account that has devices is in use', async () => {
  expect(await accountsInUse(database, ['nobody@example.org', account.email])).toEqual([account.email])
})

it('more can be added to it', async () => {
  await seedFleet(database, {
    seed: 'test',
    accounts: [{ ...account, devices: 30, hasCompany: false }],
    passwordHash: undefined,
    nowMs,
  })
  expect(await count(`from devices join auth."user" u on u.id = account_id where email = '${account.email}'`)).toBe(150)
})

it('the same seed plans the same devices, whose names are as people may choose them', () => {
  const plan = (seed: string) => {
    const random = createRandom(seed)
    return Array.from({ length: 400 }, (_, index) => planDevice(random, { index, number: index, count: 400, nowMs }))
  }
  expect(plan('one')).toEqual(plan('one'))
  expect(plan('one')).not.toEqual(plan('two'))
  const names = plan('one').map((device) => device.name)
  expect(names.map(cleanDeviceName)).toEqual(names)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(100)
})
