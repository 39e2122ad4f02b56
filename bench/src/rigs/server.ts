// Ourselves: the real server program, over a real PostgreSQL with a database of its own.

import { randomBytes } from 'node:crypto'
import { startProgram } from '@farport/testkit'
import { createTestDatabase, type TestDatabase } from '../../../apps/server/src/platform/test-database.ts'

export interface ServerRig extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly joinSecret: string
  readonly database: TestDatabase
}

export async function startServerRig(): Promise<ServerRig> {
  await using disposables = new AsyncDisposableStack()
  const database = disposables.use(await createTestDatabase())
  const program = disposables.use(
    startProgram({
      module: new URL('../../../apps/server/src/main.ts', import.meta.url).pathname,
      environment: {
        DATABASE_URL: database.url,
        FARPORT_SECRET: randomBytes(32).toString('base64url'),
        FARPORT_PORT: '0',
        FARPORT_CAPTCHA_COST: '1',
        // A run may last longer than an access token usually does.
        FARPORT_ACCESS_TOKEN_MINUTES: '1440',
        FARPORT_LOG_LEVEL: 'error',
      },
    }),
  )
  const ready = await program.message(readyMessage, 60_000)
  const owned = disposables.move()
  return { ...ready, pid: program.pid, database, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function readyMessage(message: unknown): Pick<ServerRig, 'url' | 'joinSecret'> | undefined {
  if (typeof message !== 'object' || message === null || !('url' in message) || !('joinSecret' in message)) {
    return undefined
  }
  return { url: String(message.url), joinSecret: String(message.joinSecret) }
}
