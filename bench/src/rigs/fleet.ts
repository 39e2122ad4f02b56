// A server over a database with a seeded fleet, and the bare driver on the same database. Making a million devices takes
// minutes, so that databases are kept: in the system's temporary directory, for as long as migrations and seeding stay
// the same.

import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { nodeFlagsForAnswering } from '@farport/program'
import { startProgram } from '@farport/testkit'
import { Client, escapeIdentifier, Pool, type ClientConfig } from 'pg'
import { openDatabase } from '../../../apps/server/src/platform/database.ts'
import { openEmbeddedPostgres } from '../../../apps/server/src/platform/embedded-postgres.ts'
import { silentLog } from '../../../apps/server/src/platform/log.ts'
import { migrate, readMigrations } from '../../../apps/server/src/platform/migrations.ts'
import { hashPassword } from '../../../apps/server/src/platform/password-hashing.ts'
import { showProgress } from '../../../tools/seed/progress.ts'
import { seedFleet, type AccountWish } from '../../../tools/seed/seed-fleet.ts'
import { vacuum } from '../../../tools/seed/seed-store.ts'

export interface FleetRig extends AsyncDisposable {
  readonly url: string
  /** What the server has written to its log: errors alone. */
  log(): string
  readonly pool: Pool
  /** Of everybody in the fleet. */
  readonly password: string
}

/** One fleet or several, each in a database of its own. */
export async function startFleetRigs(
  fleets: readonly (readonly AccountWish[])[],
): Promise<{ rigs: readonly FleetRig[] } & AsyncDisposable> {
  await using disposables = new AsyncDisposableStack()
  const cluster = disposables.use(
    await openEmbeddedPostgres({
      directory: path.join(os.tmpdir(), `farport-bench-${os.userInfo().uid}`, 'postgres'),
      log: silentLog,
      database: 'postgres',
    }),
  )
  await dropOutdated(cluster.connection)
  const rigs: FleetRig[] = []
  for (const fleet of fleets) {
    const connection = { ...cluster.connection, database: nameOf(fleet) }
    await ensureFleet(connection, fleet)
    rigs.push(disposables.use(await startRig(connection)))
  }
  const owned = disposables.move()
  return { rigs, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const password = 'fleet-password'
const draftSuffix = '_draft'
const seedFolder = new URL('../../../tools/seed/', import.meta.url)

/** What a fleet is made by, and then which one it is. */
function nameOf(fleet: readonly AccountWish[]): string {
  return `${madeBy()}_${hashOf([JSON.stringify(fleet)])}`
}

function madeBy(): string {
  const sources = readdirSync(seedFolder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return `farport_fleet_${hashOf([
    ...readMigrations().map(({ checksum }) => checksum),
    ...sources.toSorted().map((name) => readFileSync(new URL(name, seedFolder), 'utf8')),
  ])}`
}

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 10)

/** Fleets that were made in another way than they would be today. */
async function dropOutdated(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'farport\\_fleet\\_%'`,
  )
  const present = madeBy()
  for (const { datname } of rows) {
    const isKept = datname.startsWith(present) && !datname.endsWith(draftSuffix)
    if (!isKept) await client.query(`drop database ${escapeIdentifier(datname)} with (force)`)
  }
  await client.end()
}

/** Under another name until it is complete. */
async function ensureFleet(connection: ClientConfig & { database: string }, fleet: readonly AccountWish[]) {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 1) return
    const draft = `${connection.database}${draftSuffix}`
    await client.query(`create database ${escapeIdentifier(draft)} template template0`)
    await fill({ ...connection, database: draft }, fleet)
    await client.query(`alter database ${escapeIdentifier(draft)} rename to ${escapeIdentifier(connection.database)}`)
  } finally {
    await client.end()
  }
}

async function fill(connection: ClientConfig, accounts: readonly AccountWish[]): Promise<void> {
  await migrate(connection, readMigrations())
  await using database = openDatabase({ connection, log: silentLog })
  const progress = showProgress(
    'seeding devices',
    accounts.reduce((sum, { devices }) => sum + devices, 0),
  )
  const passwordHash = await hashPassword(password)
  await seedFleet(database, {
    seed: 'bench',
    accounts,
    passwordHash,
    nowMs: Date.now(),
    onProgress: (done) => progress.told(done),
  })
  progress.end()
  // As autovacuum leaves it a while later.
  await vacuum(connection)
}

async function startRig(connection: { host: string; user: string; database: string; port: number }): Promise<FleetRig> {
  await using disposables = new AsyncDisposableStack()
  const { host, user, database } = connection
  const program = disposables.use(
    startProgram({
      // As the launcher starts it.
      nodeFlags: nodeFlagsForAnswering(os.totalmem(), undefined),
      module: new URL('../../../apps/server/src/main.ts', import.meta.url).pathname,
      environment: {
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
        FARPORT_SECRET: randomBytes(32).toString('base64url'),
        FARPORT_PORT: '0',
        // A run may last longer than an access token usually does.
        FARPORT_ACCESS_TOKEN_MINUTES: '1440',
        // Nothing of what it does by itself falls into the measurement.
        FARPORT_ROLES: 'api',
        FARPORT_LOG_LEVEL: 'error',
      },
    }),
  )
  const url = await program.message(urlOf, 60_000)
  // With the same choices of PostgreSQL's as the server has made.
  const pool = new Pool({ ...connection, max: 2, options: '-c max_parallel_workers_per_gather=0 -c jit=off' })
  disposables.defer(() => pool.end())
  // The same few people sign in again and again.
  await pool.query('delete from budgets')
  const owned = disposables.move()
  return { url, log: () => program.output, pool, password, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function urlOf(message: unknown): string | undefined {
  const isReady = typeof message === 'object' && message !== null && 'url' in message
  return isReady ? String(message.url) : undefined
}
