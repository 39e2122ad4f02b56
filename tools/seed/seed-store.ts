// The SQL of seeding: rows go in by the thousand, a statement a table.

import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '../../apps/server/src/platform/database.ts'

type ColumnType =
  | 'text'
  | 'integer'
  | 'smallint'
  | 'bigint'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb'
  | 'uuid'
  | 'double precision'
export type Column = readonly [name: string, type: ColumnType, values: readonly unknown[]]

/** Columns of equal length. */
export async function insertColumns(tx: Tx, table: string, columns: readonly Column[]): Promise<void> {
  if ((columns[0]?.[2].length ?? 0) === 0) return
  const names = columns.map(([name]) => sql.ref(name))
  const lists = columns.map(([, type, values]) => sql`${values}::${sql.raw(type)}[]`)
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) select * from unnest(${sql.join(lists)})
    on conflict do nothing`.execute(tx)
}

export async function accountIdOf(queries: Queries, email: string): Promise<AccountId | undefined> {
  const row = await queries.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirst()
  return row && (row.id as AccountId) // written by an id factory
}

export async function addPerson(
  queries: Queries,
  person: { id: AccountId; email: string; passwordHash: string | undefined },
): Promise<void> {
  const { id, email, passwordHash } = person
  const name = email.slice(0, email.indexOf('@'))
  await queries.insertInto('auth.user').values({ id, name, email, email_verified: true }).execute()
  if (passwordHash === undefined) return
  await queries
    .insertInto('auth.credential')
    .values({ id: `credential-${id}`, user_id: id, account_id: id, provider_id: 'credential', password: passwordHash })
    .execute()
}

export async function countDevices(queries: Queries, accountId: AccountId): Promise<number> {
  const row = await queries
    .selectFrom('devices')
    .select(sql<string>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The ids of the account's tags, by their names in lower case. */
export async function tagIds(queries: Queries, accountId: AccountId): Promise<Map<string, string>> {
  const rows = await queries.selectFrom('tags').select(['id', 'name_key']).where('account_id', '=', accountId).execute()
  return new Map(rows.map((row) => [row.name_key, row.id]))
}

/** So that plans are made for what is there now. */
export async function analyze(queries: Queries): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(queries)
}

/** Outside of the pool's patience: it may take minutes. */
export async function vacuum(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.end()
}

const tables = [
  'devices',
  'device_presence',
  'services',
  'tags',
  'device_tags',
  'device_shares',
  'networks',
  'network_connections',
  'activity',
  'activity_marks',
]
