import { eventually } from '@farport/testkit'
import { systemClock } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { afterAll, expect, it } from 'vitest'
import { createEvents, type EventRecord } from './events.ts'
import { createIds } from './ids.ts'
import { silentLog } from './log.ts'
import { openPostgresBus } from './postgres-bus.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase()
const ids = createIds(systemClock)
const openBus = () => openPostgresBus({ connection: database.connection, log: silentLog })
const [bus, otherBus] = [await openBus(), await openBus()]
const events = createEvents({ bus, clock: systemClock, ids })
const otherProcess = createEvents({ bus: otherBus, clock: systemClock, ids })

afterAll(async () => {
  await bus[Symbol.asyncDispose]()
  await otherBus[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const stored = (accountId: AccountId) =>
  database.queries.selectFrom('events').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

it('a fact is stored with the change, and told to every process once it is', async () => {
  const accountId = ids('a')
  const told: EventRecord[] = []
  const heard: EventRecord[] = []
  using _here = events.subscribe(accountId, (event) => told.push(event))
  using there = otherProcess.subscribe(accountId, (event) => heard.push(event))
  await there.ready
  const deviceId = ids('d')
  const target = { id: deviceId, name: 'Attic', platform: 1200 }
  const [record] = await database.transaction(async (tx) => {
    const records = await events.announce(tx, {
      accountId,
      type: 'DEVICE_STATE',
      state: 'active',
      deviceId,
      targets: [target],
    })
    expect(told).toEqual([])
    return records
  })
  expect(told).toEqual([record])
  await eventually(() => heard.length === 1)
  expect(heard).toEqual([record])
  expect(await stored(accountId)).toMatchObject([
    { id: record?.id, type: 'DEVICE_STATE', state: 'active', device_id: deviceId, targets: [target], data: {} },
  ])
})

it('a change that is rolled back leaves no fact and tells nobody', async () => {
  const accountId = ids('a')
  const told: EventRecord[] = []
  using _here = events.subscribe(accountId, (event) => told.push(event))
  const work = database.transaction(async (tx) => {
    await events.announce(tx, { accountId, type: 'AUTH_LOGIN' })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(told).toEqual([])
  expect(await stored(accountId)).toEqual([])
})

it('two thousand facts are stored at once, in their order', async () => {
  const accountId = ids('a')
  const many = Array.from(
    { length: 2000 },
    (_, index) => ({ accountId, type: 'DEVICE_STATE', data: { index } }) as const,
  )
  await database.transaction((tx) => events.announce(tx, ...many))
  const rows = await stored(accountId)
  expect(rows.map((row) => row.data)).toEqual(many.map((event) => event.data))
})
