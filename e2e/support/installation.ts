// A whole Farport, as `npm start` runs it, on free ports and in a folder of its own.

import { join } from 'node:path'
import { createTempDir, eventually, freePort, startProgram, type RunningProgram } from '@farport/testkit'
import { processesRunning } from './processes.ts'

export interface Installation extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  readonly launcher: RunningProgram
  /** The process ids of a program of this installation, by the name of its folder in apps/, newest last. */
  pidsOf(app: string): Promise<number[]>
}

export const clone = join(import.meta.dirname, '../..')

export interface InstallationOptions {
  environment?: Record<string, string>
  hasDemo?: boolean
}

export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  await using disposables = new AsyncDisposableStack()
  const dataDir = disposables.use(await createTempDir('installation')).path
  const port = await freePort()
  const launcher = disposables.use(
    startProgram({
      module: join(clone, 'apps/launcher/src/main.ts'),
      args: ['--port', String(port), '--data-dir', dataDir, ...(options.hasDemo === true ? [] : ['--no-demo'])],
      environment: options.environment ?? {},
      stopTimeoutMs: 40_000,
    }),
  )
  await launcher.printed('Farport is running.', 90_000)
  const url = `http://localhost:${port}`
  await eventually(async () => (await fetch(`${url}/readyz`)).ok, { timeoutMs: 30_000, what: 'the server is ready' })
  const owned = disposables.move()
  return {
    url,
    dataDir,
    launcher,
    pidsOf: (app) => processesRunning(join('apps', app, 'src/main.ts'), launcher.pid),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
