// Where the database is: the embedded one of this installation, or the one that DATABASE_URL names.

import path from 'node:path'
import type { Secret } from '@farport/basics'
import type { PoolConfig } from 'pg'
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
