// One server program over its embedded PostgreSQL, started again whenever it dies: what a service manager does.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir, freePort, startProgram } from '@farport/testkit'
import { childrenOf } from '../support/processes.ts'

export interface KeptServer extends AsyncDisposable {
  readonly url: string
  /** Where its PostgreSQL keeps its files. */
  readonly databaseDirectory: string
  /** Undefined for the moment in which it is dead. */
  readonly pid: number | undefined
  /** PostgreSQL's main process, and those that it has started; none of them while it is dead. */
  postgres(): Promise<{ main: number | undefined; backends: number[] }>
}

const mainModule = join(import.meta.dirname, '../../apps/server/src/main.ts')

export async function keepServer(environment: Record<string, string>): Promise<KeptServer> {
  await using disposables = new AsyncDisposableStack()
  const dataDir = disposables.use(await createTempDir('crash')).path
  const port = await freePort('127.0.0.1')
  const databaseDirectory = join(dataDir, 'postgres')
  let isEnding = false

  const start = () =>
    startProgram({
      module: mainModule,
      environment: {
        FARPORT_PORT: String(port),
        FARPORT_DATA_DIR: dataDir,
        FARPORT_SECRET: 'A'.repeat(43),
        FARPORT_LOG_LEVEL: 'error',
        FARPORT_CAPTCHA_COST: '1',
        // People of a long run keep the token that they began with.
        FARPORT_ACCESS_TOKEN_MINUTES: '1440',
        // As the launcher has it: it starts sooner.
        NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
        ...environment,
      },
      stopTimeoutMs: 60_000,
    })

  let running = start()
  const keeping = (async () => {
    for (;;) {
      await running.exit
      if (isEnding) return
      running = start()
    }
  })()
  await running.message((message) => (JSON.stringify(message).includes('"ready"') ? true : undefined), 60_000)
  const owned = disposables.move()

  return {
    url: `http://127.0.0.1:${port}`,
    databaseDirectory,
    get pid() {
      return running.pid === -1 ? undefined : running.pid
    },
    async postgres() {
      const main = await mainProcessIn(databaseDirectory)
      return { main, backends: main === undefined ? [] : await childrenOf(main) }
    },
    async [Symbol.asyncDispose]() {
      isEnding = true
      await running[Symbol.asyncDispose]()
      await keeping
      await owned.disposeAsync()
    },
  }
}

async function mainProcessIn(directory: string): Promise<number | undefined> {
  try {
    const [line = ''] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
    return /^\d+$/.test(line) ? Number(line) : undefined
  } catch {
    return undefined // no such file: it is dead
  }
}
