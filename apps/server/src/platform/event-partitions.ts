// The events table has a partition per day, made ahead of time.

import { escapeIdentifier, type PoolClient } from 'pg'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

const dayMs = 86_400_000
const daysAhead = 7
/** Guards against two processes that make the same partition. */
const partitionLock = 7_031_974

/** Makes the partitions from yesterday to a week ahead, where they are missing. */
export async function ensureEventPartitions({ pool }: Database, clock: Clock): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [partitionLock])
    const today = Math.floor(clock.now() / dayMs)
    for (let day = today - 1; day <= today + daysAhead; day += 1) await ensurePartition(client, day)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function ensurePartition(client: PoolClient, day: number): Promise<void> {
  const date = (one: number) => new Date(one * dayMs).toISOString().slice(0, 10)
  const name = `events_${date(day).replaceAll('-', '_')}`
  const found = await client.query('select 1 where to_regclass($1) is not null', [name])
  if (found.rowCount === 1) return
  // Writers wait meanwhile: one that had chosen the default partition would be refused once this one is there.
  await client.query('lock table events in share row exclusive mode')
  // What was written while the partition was missing moves into it.
  const range = [`${date(day)}T00:00:00Z`, `${date(day + 1)}T00:00:00Z`]
  const table = escapeIdentifier(name)
  await client.query(`create table ${table} (like events including defaults including constraints)`)
  await client.query(
    `with moved as (delete from events_default where at >= $1 and at < $2 returning *) insert into ${table} select * from moved`,
    range,
  )
  await client.query(`alter table events attach partition ${table} for values from ('${range[0]}') to ('${range[1]}')`)
}
