// The command that the portal prints for a new device, run in a shell of its own, with a place of its own.

import { join } from 'node:path'
import { createTempDir, startProgram } from '@farport/testkit'
import { killProcess, processesRunning } from './processes.ts'

export interface InstalledAgent extends AsyncDisposable {
  /** What the command wrote so far. */
  readonly output: string
  /** Of the agent that runs now. */
  processIds(): Promise<number[]>
  /** As a crash would. */
  killAgent(): Promise<void>
  /** Starts the installed agent once more, as a service manager would after its death. */
  startAgain(): void
}

/** Runs it with the agent in the foreground, so that it ends with the test. */
export async function runPrintedCommand(command: string): Promise<InstalledAgent> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('device')).path
  const installed = join(folder, 'prefix/lib/farport/agent.mjs')
  const processIds = () => processesRunning(installed)
  const killAgent = async () => {
    for (const pid of await processIds()) await killProcess(pid)
  }
  // The shell that runs the command is not the one that becomes the agent, so ending that shell is not enough.
  disposables.defer(killAgent)
  const shell = disposables.use(
    startProgram({
      command: 'sh',
      args: ['-c', command],
      environment: {
        FARPORT_PREFIX: join(folder, 'prefix'),
        FARPORT_STATE_DIR: join(folder, 'state'),
        FARPORT_FOREGROUND: '1',
      },
    }),
  )
  const owned = disposables.move()
  return {
    get output() {
      return shell.output
    },
    processIds,
    killAgent,
    startAgain: () =>
      void owned.use(startProgram({ command: join(folder, 'prefix/bin/farport-agent'), args: ['run'] })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
