// Farport in the lab, as people run it: launcher, server and relay in the world, agents and terminals in homes.

import { join } from 'node:path'
import { createTempDir, eventually, startProgram } from '@farport/testkit'
import { devicesOf } from '../support/device.ts'
import { clone, startInstallation, type Installation } from '../support/installation.ts'
import { comeAsOperator, type Person } from '../support/person.ts'
import { terminalOf, type Terminal } from '../support/terminal-of.ts'
import { worldNames, type NatLab } from './nat-lab.ts'
import type { Namespace } from './namespaces.ts'
import { reachInto } from './reach-into.ts'

export interface LabFarport extends AsyncDisposable {
  readonly installation: Installation
  readonly person: Person
  /** Resolves when it is online. */
  addDevice(host: Namespace): Promise<LabDevice>
  addTerminal(host: Namespace): Promise<Terminal>
  /** A service of the device's own machine; its id. */
  addService(device: LabDevice, port: number): Promise<string>
}

export interface LabDevice {
  readonly id: string
  readonly host: Namespace
}

const serverPort = 8080
/** Both are reached by what the strictest firewalls let through. */
const outerPort = 443
const outerUrl = `http://${worldNames.first}:${outerPort}`

export async function startLabFarport(lab: NatLab): Promise<LabFarport> {
  await using stack = new AsyncDisposableStack()
  const { world, worldAddresses, commandAt } = lab
  await world.run(`nft -f - <<END
    table inet front {
      chain prerouting {
        type nat hook prerouting priority dstnat
        ip daddr ${worldAddresses.ipv4} tcp dport ${outerPort} redirect to :${serverPort}
        ip6 daddr ${worldAddresses.ipv6} tcp dport ${outerPort} redirect to :${serverPort}
      }
    }
END`)
  const { url } = stack.use(await reachInto(world, serverPort))
  const installation = stack.use(
    await startInstallation({
      environment: {
        FARPORT_HOST: '::',
        FARPORT_PUBLIC_URL: outerUrl,
        FARPORT_RELAY_HOST: worldNames.other,
      },
      place: {
        port: serverPort,
        args: ['--relay-port', String(outerPort)],
        commandFor: (program, args) => commandAt(world, program, args),
        url,
      },
    }),
  )
  const person = await comeAsOperator(installation)
  const owned = stack.move()

  const addDevice = async (host: Namespace): Promise<LabDevice> => {
    const { login } = await person.ask<{ login: { account: { registrationCode: string } } }>(
      'query ($name: String!) { login { account { registrationCode(name: $name, oneTimeUse: true) } } }',
      { name: host.name },
    )
    const agent = owned.use(
      startProgram({
        ...commandAt(host, process.execPath, [join(clone, 'apps/agent/src/main.ts'), 'run']),
        environment: {
          FARPORT_SERVER_URL: outerUrl,
          FARPORT_STATE_DIR: owned.use(await createTempDir('lab-device')).path,
          FARPORT_REGISTRATION_CODE: login.account.registrationCode,
        },
      }),
    )
    const device = await eventually(
      async () => (await devicesOf(person)).find(({ name, state }) => name === host.name && state === 'active'),
      { timeoutMs: 60_000, what: `${host.name} is online` },
    ).catch((error: unknown) => {
      throw new Error(`the agent wrote:\n${agent.output}`, { cause: error })
    })
    return { id: device.id, host }
  }

  const addTerminal = async (host: Namespace): Promise<Terminal> =>
    owned.use(
      await terminalOf(person, outerUrl, (module, args) => commandAt(host, process.execPath, [module, ...args])),
    )

  const addService = async ({ id }: LabDevice, port: number): Promise<string> => {
    const { addService: service } = await person.ask<{ addService: { id: string } }>(
      `mutation ($device: String!, $port: Int!) {
        addService(deviceId: $device, name: "service", application: 1, host: "127.0.0.1", port: $port) { id }
      }`,
      { device: id, port },
    )
    return service.id
  }

  return {
    installation,
    person,
    addDevice,
    addTerminal,
    addService,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
