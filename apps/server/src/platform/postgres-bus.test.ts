import { eventually } from '@farport/testkit'
import { afterAll, expect, it } from 'vitest'
import { sharedBusCompliance } from './bus-compliance.ts'
import { silentLog } from './log.ts'
import { openPostgresBus } from './postgres-bus.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase()
afterAll(() => database[Symbol.asyncDispose]())

const openBus = () => openPostgresBus({ connection: database.connection, log: silentLog })

async function cut(which: 'all' | 'oldest' = 'all') {
  const limit = which === 'all' ? 100 : 1
  await database.pool.query(
    `select pg_terminate_backend(pid) from (
       select pid from pg_stat_activity where application_name = 'farport bus' and datname = current_database()
       order by backend_start limit $1) as connection`,
    [limit],
  )
}

sharedBusCompliance('PostgreSQL', { open: openBus, cut: () => cut() })

it('the others are told of a gap when only the publisher was cut off', async () => {
  await using here = await openBus()
  await using there = await openBus()
  const got: unknown[] = []
  await there.subscribe('c', (message) => got.push(message)).ready
  let gaps = 0
  there.onGap(() => (gaps += 1))
  await cut('oldest')
  await eventually(() => !here.isUp())
  here.publish('c', 'lost')
  await eventually(() => gaps === 1)
  expect(here.isUp()).toBe(true)
  expect(got).toEqual([])
})
