import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ensureEventPartitions } from './event-partitions.ts'
import { createTestDatabase } from './test-database.ts'

const day = (date: string) => ({ now: () => Date.parse(`${date}T12:00:00Z`) })
const event = (id: string, at: string) => ({ account_id: 'a-0000000000000000', id, type: 'AUTH_LOGIN', at })

it('each day has its partition, also for what was written before there was one', async () => {
  await using database = await createTestDatabase()
  const { queries } = database
  await queries.insertInto('events').values(event('early', '2026-11-20T23:59:59Z')).execute()
  await Promise.all([
    ensureEventPartitions(database, day('2026-11-20')),
    ensureEventPartitions(database, day('2026-11-21')),
  ])
  await queries.insertInto('events').values(event('in time', '2026-11-21T00:00:00Z')).execute()
  await queries.insertInto('events').values(event('far off', '2027-01-01T00:00:00Z')).execute()
  const { rows } = await sql`select id, tableoid::regclass::text as place from events order by at`.execute(queries)
  expect(rows).toEqual([
    { id: 'early', place: 'events_2026_11_20' },
    { id: 'in time', place: 'events_2026_11_21' },
    { id: 'far off', place: 'events_default' },
  ])
})

it('a writer is not refused while the partition of its day is made', async () => {
  await using database = await createTestDatabase()
  const { queries } = database
  let isMade = false
  const write = async (writer: number): Promise<number> => {
    let written = 0
    for (; !isMade || written < 20; written += 1) {
      await queries
        .insertInto('events')
        .values(event(`${writer}-${written}`, '2026-11-20T12:00:00Z'))
        .execute()
    }
    return written
  }
  const writing = Promise.all([1, 2, 3, 4].map(write))
  await ensureEventPartitions(database, day('2026-11-20')).finally(() => (isMade = true))
  const written = (await writing).reduce((sum, count) => sum + count, 0)
  const { rows } = await sql`select count(*)::int as count from only events_2026_11_20`.execute(queries)
  expect(rows).toEqual([{ count: written }])
})
