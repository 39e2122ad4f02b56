// Brings a database to the present schema. Migrations are files that are only ever added; each runs once, in order.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Client, ClientConfig } from 'pg'
import { DatabaseClient } from './database-client.ts'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Guards against two processes that migrate at once. */
const migrationLock = 7_031_972
const namePattern = /^\d{4}-\d{2}-\d{2}-\d{4}-[a-z0-9-]+\.sql$/

export const migrationsDirectory = path.resolve(import.meta.dirname, '../../migrations')

export function readMigrations(directory: string = migrationsDirectory): Migration[] {
  const names = fs.readdirSync(directory).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => {
    if (!namePattern.test(name)) throw new Error(`the migration ${name} is not named <date>-<number>-<deed>.sql`)
    const sql = fs.readFileSync(path.join(directory, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Applies what is missing, and answers with its names. */
export async function migrate(connection: ClientConfig, migrations: readonly Migration[]): Promise<string[]> {
  const client = new DatabaseClient({ ...connection, application_name: 'farport migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const missing = missingMigrations(migrations, await appliedMigrations(client))
    for (const migration of missing) await apply(client, migration)
    return missing.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

export interface AppliedMigration {
  name: string
  checksum: string
}

/** What is still to be applied. Throws when the database went another way than these files. */
export function missingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const expected = migrations.find((migration) => migration.name === name)
    if (expected === undefined) throw new Error(`the database knows the migration ${name}, this version does not`)
    if (expected.checksum !== checksum) throw new Error(`the migration ${name} was changed after it was applied`)
    if (migrations[index]?.name !== name) throw new Error(`a migration was added before ${name}, which is applied`)
  }
  return migrations.slice(applied.length)
}

async function appliedMigrations(client: Client): Promise<AppliedMigration[]> {
  await client.query(`create table if not exists public.migrations (
    name text constraint migrations_pkey primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const answer = await client.query<AppliedMigration>(
    'select name, checksum from public.migrations order by name collate "C"',
  )
  return answer.rows
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into public.migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`the migration ${name} failed`, { cause: error })
  }
}
