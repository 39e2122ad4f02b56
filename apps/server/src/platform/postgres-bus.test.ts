import { eventually } from '@farport/testkit'
import { afterAll, expect, it } from 'vitest'
import { busCompliance } from './bus-compliance.ts'
import { silentLog } from './log.ts'
import { openPostgresBus } from './postgres-bus.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase()
afterAll(() => database[Symbol.asyncDispose]())

const openBus = () => openPostgresBus({ connection: database.connection, log: silentLog })

busCompliance('PostgreSQL', async () => {
  const [here, there] = await Promise.all([openBus(), openBus()])
  return {
    here,
    there,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
})

it('connects again, says that there was a gap, and listens as before', async () => {
  await using here = await openBus()
  await using there = await openBus()
  const got: unknown[] = []
  let gaps = 0
  await there.subscribe('c', (message) => got.push(message)).ready
  there.onGap(() => (gaps += 1))
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'farport bus' and datname = current_database()`,
  )
  await eventually(() => gaps === 1 && here.isUp() && there.isUp())
  here.publish('c', 'after')
  await eventually(() => got.length > 0)
  expect(got).toEqual(['after'])
})
