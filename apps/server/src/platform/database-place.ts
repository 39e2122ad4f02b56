// Where the database is: the embedded one of this installation, or the one that DATABASE_URL names.

import path from 'node:path'
import type { Secret } from '@farport/basics'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, type ClientConfig, type PoolConfig } from 'pg'
import { DatabaseClient } from './database-client.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import type { Log } from './log.ts'

export interface DatabasePlace extends AsyncDisposable {
  readonly connection: PoolConfig
}

export async function openDatabasePlace(options: {
  databaseUrl: Secret | undefined
  dataDir: string
  log: Log
}): Promise<DatabasePlace> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl === undefined) return openEmbeddedPostgres({ directory: path.join(dataDir, 'postgres'), log })
  return { connection: { connectionString: databaseUrl.reveal() }, [Symbol.asyncDispose]: () => Promise.resolve() }
}

const waitMsMax = 15_000

/** A machine that starts has its database a little later than us. What the database itself refuses, it refuses at once. */
export async function waitForDatabase(connection: ClientConfig, log: Log, timeoutMs = waitMsMax): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      const isStarting = !(error instanceof DatabaseError) || error.code === '57P03'
      if (!isStarting || performance.now() > deadlineMs) throw error
      log.warn({ err: error }, 'the database does not answer yet; trying again')
      await wait(500)
    }
  }
}
