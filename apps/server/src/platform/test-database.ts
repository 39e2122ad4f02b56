// For tests: an empty, migrated database of its own, on real PostgreSQL, in some 40 ms.
//
// A template is migrated once per state of the migrations, and cloned. By default PostgreSQL from npm runs in the
// temporary directory, shared by all test files at once, and stops with the last one. FARPORT_TEST_POSTGRES_BIN names a
// directory with the programs of another version; FARPORT_TEST_DATABASE_URL a running server.

import { createHash, randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, type ClientConfig, DatabaseError, escapeIdentifier } from 'pg'
import { DatabaseClient } from './database-client.ts'
import { openDatabase, type Database } from './database.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { silentLog } from './log.ts'
import { migrate, readMigrations } from './migrations.ts'

export interface TestDatabase extends Database {
  /** For more processes or connections on the same database. */
  readonly connection: ClientConfig
  /** The same place, for DATABASE_URL. */
  readonly url: string
}

const templateLock = 7_031_973

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer()
  const name = `farport_test_${process.pid}_${randomBytes(6).toString('hex')}`
  await cloneTemplate(server.connection, name)
  const connection = inDatabase(server.connection, name)
  const database = openDatabase({ connection, log: silentLog })
  return {
    queries: database.queries,
    pool: database.pool,
    transaction: (work) => database.transaction(work),
    connection,
    url: urlOf(connection),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await withClient(server.connection, (client) => client.query(`drop database if exists ${name} with (force)`))
      await server[Symbol.asyncDispose]()
    },
  }
}

interface TestServer extends AsyncDisposable {
  connection: ClientConfig
}

async function testServer(): Promise<TestServer> {
  // oxlint-disable-next-line farport/environment-in-config-only -- tests are not configured by the server's config.ts
  const { FARPORT_TEST_DATABASE_URL: url, FARPORT_TEST_POSTGRES_BIN: binariesDir } = process.env
  if (url !== undefined) {
    return { connection: { connectionString: url }, [Symbol.asyncDispose]: () => Promise.resolve() }
  }
  const kind = binariesDir === undefined ? 'npm' : createHash('sha256').update(binariesDir).digest('hex').slice(0, 8)
  return openEmbeddedPostgres({
    directory: path.join(os.tmpdir(), `farport-test-${os.userInfo().uid}`, `postgres-${kind}`),
    log: silentLog,
    database: 'postgres',
    ...(binariesDir === undefined ? {} : { binariesDir }),
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
  })
}

async function cloneTemplate(connection: ClientConfig, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const template = await ensureTemplate(connection)
    try {
      await withClient(connection, (client) => client.query(`create database ${name} template ${template}`))
      return
    } catch (error) {
      // Gone: replaced by tests of other migrations. In use: just being migrated or cloned.
      const mayPass = error instanceof DatabaseError && ['3D000', '55006'].includes(error.code ?? '')
      if (!mayPass || attempt === 20) throw error
      await wait(20 * attempt)
    }
  }
}

async function ensureTemplate(connection: ClientConfig): Promise<string> {
  const migrations = readMigrations()
  const checksum = createHash('sha256')
    .update(migrations.map((migration) => migration.checksum).join())
    .digest('hex')
  const template = `farport_template_${checksum.slice(0, 16)}`
  await withClient(connection, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    if (await exists(client, template)) return
    await dropLeftovers(client)
    const draft = `${template}_draft`
    await client.query(`create database ${draft} template template0`)
    await migrate(inDatabase(connection, draft), migrations)
    await client.query(`alter database ${draft} rename to ${template}`)
  })
  return template
}

/** Templates of other migrations, and databases of tests that were killed. */
async function dropLeftovers(client: Client): Promise<void> {
  const answer = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'farport\\_template\\_%' or datname like 'farport\\_test\\_%'`,
  )
  for (const { datname } of answer.rows) {
    if (isTestAlive(datname)) continue
    await client.query(`drop database if exists ${escapeIdentifier(datname)}`).catch(() => undefined) // somebody's after all
  }
}

function isTestAlive(name: string): boolean {
  const processId = Number(/^farport_test_(\d+)_/.exec(name)?.[1])
  if (Number.isNaN(processId)) return false
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

async function exists(client: Client, name: string): Promise<boolean> {
  const answer = await client.query('select 1 from pg_database where datname = $1', [name])
  return answer.rowCount === 1
}

function inDatabase(connection: ClientConfig, database: string): ClientConfig {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.toString() }
}

function urlOf({ connectionString, user, host, database }: ClientConfig): string {
  return connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
}

async function withClient<Answer>(
  connection: ClientConfig,
  work: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new DatabaseClient(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
