// Ourselves: the real server program, over a real PostgreSQL with a database of its own.

import { randomBytes, type KeyObject } from 'node:crypto'
import { Secret } from '@farport/basics'
import { privateKeyFromSeed } from '@farport/protocol'
import { freePort, startProgram, type RunningProgram } from '@farport/testkit'
import { deriveSecret } from '../../../apps/server/src/platform/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../../../apps/server/src/platform/test-database.ts'

export interface ServerRig extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly joinSecret: string
  readonly database: TestDatabase
  /** What it signs tickets with. */
  readonly ticketKey: KeyObject
  /** By SIGKILL. */
  kill(): Promise<void>
  /** After it was killed. Resolves when it is ready. */
  startAgain(): Promise<void>
}

export async function startServerRig(): Promise<ServerRig> {
  await using disposables = new AsyncDisposableStack()
  const database = disposables.use(await createTestDatabase())
  const secret = new Secret(randomBytes(32).toString('base64url'))
  const port = await freePort()
  let program = disposables.use(startServer(database, secret, port))
  const ready = await program.message(readyMessage, 60_000)
  const owned = disposables.move()
  return {
    ...ready,
    get pid() {
      return program.pid
    },
    database,
    ticketKey: privateKeyFromSeed(deriveSecret(secret, 'ticket-signing').reveal()),
    async kill() {
      program.signal('SIGKILL')
      await program.exit
    },
    async startAgain() {
      program = owned.use(startServer(database, secret, port))
      await program.message(readyMessage, 60_000)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const startServer = (database: TestDatabase, secret: Secret, port: number): RunningProgram =>
  startProgram({
    module: new URL('../../../apps/server/src/main.ts', import.meta.url).pathname,
    environment: {
      DATABASE_URL: database.url,
      FARPORT_SECRET: secret.reveal(),
      FARPORT_PORT: String(port),
      FARPORT_CAPTCHA_COST: '1',
      // A run may last longer than an access token usually does.
      FARPORT_ACCESS_TOKEN_MINUTES: '1440',
      FARPORT_LOG_LEVEL: 'error',
    },
  })

function readyMessage(message: unknown): Pick<ServerRig, 'url' | 'joinSecret'> | undefined {
  if (typeof message !== 'object' || message === null || !('url' in message) || !('joinSecret' in message)) {
    return undefined
  }
  return { url: String(message.url), joinSecret: String(message.joinSecret) }
}
