// A device that somebody adds by the command that the portal prints.

import { join } from 'node:path'
import { createTempDir, eventually, startProgram } from '@farport/testkit'
import type { Person } from './person.ts'
import { killProcess, processesRunning } from './processes.ts'

export interface AddedDevice extends AsyncDisposable {
  readonly id: string
  readonly name: string
  /** As a crash would. */
  killAgent(): Promise<void>
  /** Starts the installed agent once more, as a service manager would after its death. */
  startAgain(): void
}

interface Devices {
  login: { account: { devices: { items: { id: string; name: string; state: string }[] } } }
}

const devicesQuery = 'query { login { account { devices { items { id name state } } } } }'

export async function devicesOf(person: Person): Promise<{ id: string; name: string; state: string }[]> {
  return (await person.ask<Devices>(devicesQuery)).login.account.devices.items
}

/** Runs the printed command in a shell of its own; the agent stays in the foreground there. */
export async function addDevice(person: Person): Promise<AddedDevice> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('device')).path
  const before = new Set((await devicesOf(person)).map(({ id }) => id))
  const { login } = await person.ask<{ login: { account: { registrationCommand: string } } }>(
    'query { login { account { registrationCommand(platform: 769) } } }',
  )
  const installed = join(folder, 'prefix/lib/farport/agent.mjs')
  const killAgent = async () => {
    for (const pid of await processesRunning(installed)) await killProcess(pid)
  }
  // The shell that runs the command is not the one that becomes the agent, so ending that shell is not enough.
  disposables.defer(killAgent)
  const script = disposables.use(
    startProgram({
      command: 'sh',
      args: ['-c', login.account.registrationCommand],
      environment: {
        FARPORT_PREFIX: join(folder, 'prefix'),
        FARPORT_STATE_DIR: join(folder, 'state'),
        FARPORT_FOREGROUND: '1',
      },
    }),
  )
  const device = await eventually(
    async () => (await devicesOf(person)).find(({ id, state }) => !before.has(id) && state === 'active'),
    { timeoutMs: 60_000, what: 'the device is online' },
  ).catch((error: unknown) => {
    throw new Error(`the command wrote:\n${script.output}`, { cause: error })
  })
  const owned = disposables.move()
  return {
    id: device.id,
    name: device.name,
    killAgent,
    startAgain: () =>
      void owned.use(startProgram({ command: join(folder, 'prefix/bin/farport-agent'), args: ['run'] })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
