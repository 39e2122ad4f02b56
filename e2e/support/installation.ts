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
  /** Default: this machine. */
  place?: InstallationPlace
}

export interface InstallationPlace {
  readonly port: number
  readonly args: readonly string[]
  commandFor(program: string, args: readonly string[]): { command: string; args: string[] }
  /** Where a program of this machine reaches it. */
  readonly url: string
}

async function onThisMachine(): Promise<InstallationPlace> {
  const port = await freePort()
  return {
    port,
    args: [],
    commandFor: (command, args) => ({ command, args: [...args] }),
    url: `http://localhost:${port}`,
  }
}

export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  await using disposables = new AsyncDisposableStack()
  const dataDir = disposables.use(await createTempDir('installation')).path
  const { port, url, args, commandFor } = options.place ?? (await onThisMachine())
  const launcherArgs = ['--port', String(port), '--data-dir', dataDir, ...args]
  const launcher = disposables.use(
    startProgram({
      ...commandFor(process.execPath, [
        join(clone, 'apps/launcher/src/main.ts'),
        ...launcherArgs,
        ...(options.hasDemo === true ? [] : ['--no-demo']),
      ]),
      environment: { FARPORT_CAPTCHA_COST: '1', ...options.environment },
      stopTimeoutMs: 40_000,
    }),
  )
  await launcher.printed('Farport is running.', 90_000)
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
