// A device that somebody adds by the command that the API gives.

import { eventually } from '@farport/testkit'
import type { Person } from './person.ts'
import { runPrintedCommand, type InstalledAgent } from './printed-command.ts'

export interface AddedDevice extends AsyncDisposable {
  readonly id: string
  readonly name: string
  readonly agent: InstalledAgent
}

interface ListedDevice {
  id: string
  name: string
  state: string
}

export async function devicesOf(person: Person): Promise<ListedDevice[]> {
  const { login } = await person.ask<{ login: { account: { devices: { items: ListedDevice[] } } } }>(
    'query { login { account { devices { items { id name state } } } } }',
  )
  return login.account.devices.items
}

/** Resolves when it is online. */
export async function addDevice(person: Person): Promise<AddedDevice> {
  await using disposables = new AsyncDisposableStack()
  const before = new Set((await devicesOf(person)).map(({ id }) => id))
  const { login } = await person.ask<{ login: { account: { registrationCommand: string } } }>(
    'query { login { account { registrationCommand(platform: 769) } } }',
  )
  const agent = disposables.use(await runPrintedCommand(login.account.registrationCommand))
  const device = await eventually(
    async () => (await devicesOf(person)).find(({ id, state }) => !before.has(id) && state === 'active'),
    { timeoutMs: 60_000, what: 'the device is online' },
  ).catch((error: unknown) => {
    throw new Error(`the command wrote:\n${agent.output}`, { cause: error })
  })
  const owned = disposables.move()
  return { id: device.id, name: device.name, agent, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
