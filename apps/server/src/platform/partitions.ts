// Tables with a partition per span of time, by their column `at`. Each has a default partition as well, so that
// nothing is refused while a partition is missing.

import { escapeIdentifier, type PoolClient } from 'pg'
import type { Database } from './database.ts'

export interface Partition {
  readonly table: string
  readonly name: string
  /** Milliseconds since the epoch, the end excluded. */
  readonly fromMs: number
  readonly toMs: number
}

/** Guards against two processes that make the same partition. */
const partitionLock = 7_031_974

/** Makes those that are missing; what was written for them meanwhile moves in. */
export async function ensurePartitions({ pool }: Database, partitions: readonly Partition[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [partitionLock])
    for (const partition of partitions) await ensurePartition(client, partition)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function ensurePartition(
  client: PoolClient,
  { table: name, name: partition, ...span }: Partition,
): Promise<void> {
  const found = await client.query('select 1 where to_regclass($1) is not null', [partition])
  if (found.rowCount === 1) return
  const [whole, part] = [escapeIdentifier(name), escapeIdentifier(partition)]
  const range = [new Date(span.fromMs).toISOString(), new Date(span.toMs).toISOString()]
  // Writers wait meanwhile: one that had chosen the default partition would be refused once this one is there.
  await client.query(`lock table ${whole} in share row exclusive mode`)
  await client.query(`create table ${part} (like ${whole} including defaults including constraints)`)
  await client.query(
    `with moved as (delete from ${escapeIdentifier(`${name}_default`)} where at >= $1 and at < $2 returning *)
     insert into ${part} select * from moved`,
    range,
  )
  await client.query(`alter table ${whole} attach partition ${part} for values from ('${range[0]}') to ('${range[1]}')`)
}

const monthNumberOf = (moment: Date): number => moment.getUTCFullYear() * 12 + moment.getUTCMonth()
const monthBegins = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)

/** The months in UTC from one moment to another, both inside. */
export function monthPartitions(table: string, from: Date, to: Date): Partition[] {
  const [first, last] = [monthNumberOf(from), monthNumberOf(to)]
  return Array.from({ length: last - first + 1 }, (_, step) => {
    const [fromMs, toMs] = [monthBegins(first + step), monthBegins(first + step + 1)]
    return { table, name: `${table}_${new Date(fromMs).toISOString().slice(0, 7).replace('-', '_')}`, fromMs, toMs }
  })
}

/** Drops the months that ended before the moment, and what is older than it in the default partition. */
export async function dropMonthsBefore({ pool }: Database, table: string, moment: Date): Promise<string[]> {
  const [thisMonth] = monthPartitions(table, moment, moment)
  const answer = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = to_regclass($1) and c.relname ~ $2 and c.relname < $3 order by c.relname`,
    [table, `^${table}_[0-9]{4}_[0-9]{2}$`, thisMonth?.name],
  )
  for (const { name } of answer.rows) await pool.query(`drop table if exists ${escapeIdentifier(name)}`)
  await pool.query(`delete from ${escapeIdentifier(`${table}_default`)} where at < $1`, [moment])
  return answer.rows.map(({ name }) => name)
}
