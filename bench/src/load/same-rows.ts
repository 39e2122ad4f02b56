// The peer of what the server writes: the rows that it has written, upserted once more by plain SQL, in tables of the
// same shape and with the same indexes.

import type { TestDatabase } from '../../../apps/server/src/platform/test-database.ts'

type Row = Readonly<Record<string, unknown>>
/** By table. */
export type TakenRows = ReadonlyMap<string, readonly Row[]>

/** All rows of these tables; or, given earlier ones, those that were added or changed since. As JSON knows them. */
export async function takeRows(
  database: TestDatabase,
  tables: readonly string[],
  earlier?: TakenRows,
): Promise<TakenRows> {
  const taken = new Map<string, readonly Row[]>()
  for (const table of tables) {
    const { rows } = await database.pool.query<{ row: Row }>(`select to_jsonb(taken) as row from ${table} as taken`)
    const known = new Set(earlier?.get(table)?.map((row) => JSON.stringify(row)))
    taken.set(
      table,
      rows.map(({ row }) => row).filter((row) => !known.has(JSON.stringify(row))),
    )
  }
  return taken
}

/** How long it took, in milliseconds. Several writers share the batches of each table, one table after the other. */
export async function upsertRows(
  database: TestDatabase,
  taken: TakenRows,
  { batchLength, writers }: { batchLength: number; writers: number },
): Promise<number> {
  let tookMs = 0
  for (const [table, rows] of taken) {
    if (rows.length === 0) continue
    const statement = await preparePeer(database, table)
    const batches = Array.from({ length: Math.ceil(rows.length / batchLength) }, (_, at) =>
      JSON.stringify(rows.slice(at * batchLength, (at + 1) * batchLength)),
    )
    const beganMs = performance.now()
    await Promise.all(
      Array.from({ length: writers }, async () => {
        for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
          await database.pool.query(statement, [batch])
        }
      }),
    )
    tookMs += performance.now() - beganMs
  }
  return tookMs
}

/** A table that looks like it, with the rows that there are, as an upsert finds them. */
async function preparePeer(database: TestDatabase, table: string): Promise<string> {
  const peer = `bench_${table}`
  await database.pool.query(`drop table if exists ${peer}`)
  await database.pool.query(`create table ${peer} (like ${table} including all)`)
  // Only device rows exist before their facts; all other rows are new.
  if (table === 'device_presence') await database.pool.query(`insert into ${peer} select * from ${table}`)
  await database.pool.query(`analyze ${peer}`)
  const { rows } = await database.pool.query<{ name: string; is_key: boolean }>(
    `select attname as name, attnum = any(coalesce(conkey, '{}')) as is_key
     from pg_attribute left join pg_constraint on conrelid = attrelid and contype = 'p'
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const keys = rows.filter(({ is_key: isKey }) => isKey).map(({ name }) => name)
  const values = rows.filter(({ is_key: isKey }) => !isKey).map(({ name }) => `${name} = excluded.${name}`)
  return `insert into ${peer} select * from jsonb_populate_recordset(null::${peer}, $1::jsonb)
    on conflict (${keys.join(', ')}) do update set ${values.join(', ')}`
}
