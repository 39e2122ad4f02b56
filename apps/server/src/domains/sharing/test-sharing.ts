// For tests: a server with an owner, a guest, and a device of the owner with two services.

import type { AccountId, DeviceId } from '@farport/vocabulary'
import { createTestAgent } from '../../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../../test-server.ts'

export interface KnownPerson extends Person {
  readonly id: string
  readonly email: string
}

export interface SharedDevice {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly services: readonly { id: string }[]
}

export interface SharingWorld extends AsyncDisposable {
  readonly server: TestServer
  owner: KnownPerson
  guest: KnownPerson
  device: SharedDevice
  /** The first service of the device. */
  readonly service: string
  newPerson(): Promise<KnownPerson>
  /** Another owner, guest and device. */
  renew(): Promise<void>
  /** With the guest, or changes it; `args` as they stand in GraphQL. */
  share(args?: string, person?: Person): Promise<unknown>
  /** Of the owner, with the first service in it. */
  newNetwork(): Promise<string>
  /** Devices in somebody's list. */
  listed(person: Person): Promise<{ id: string; services: { id: string }[] }[]>
  mailsTo(email: string): Promise<{ subject: string; text: string }[]>
}

export async function createSharingWorld(): Promise<SharingWorld> {
  const server = await startTestServer()

  async function newPerson(): Promise<KnownPerson> {
    const person = await server.newPerson()
    const { login } = await person.ask<{ login: { id: string; email: string } }>('{ login { id email } }')
    return { ...person, ...login }
  }

  async function newDevice(owner: Person): Promise<SharedDevice> {
    const asked = '{ login { account { registrationCode(services: [{ application: 28 }, { application: 8 }]) } } }'
    const { login } = await owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
    const { body } = await createTestAgent(server.url).enrol(login.account.registrationCode)
    return body as unknown as SharedDevice // as the wire has it
  }

  const [owner, guest] = [await newPerson(), await newPerson()]
  const world: SharingWorld = {
    server,
    owner,
    guest,
    device: await newDevice(owner),
    get service() {
      return world.device.services[0]?.id ?? ''
    },
    newPerson,
    async renew() {
      world.owner = await newPerson()
      world.guest = await newPerson()
      world.device = await newDevice(world.owner)
    },
    share: (args = '', person = world.owner) =>
      person.ask(`mutation { share(deviceId: "${world.device.deviceId}", email: ["${world.guest.email}"]${args}) }`),
    async newNetwork() {
      const made = await world.owner.ask<{ createNetwork: { id: string } }>(
        'mutation { createNetwork(name: "Lab") { id } }',
      )
      const { id } = made.createNetwork
      await world.owner.ask(`mutation { addNetworkConnection(networkId: "${id}", serviceId: "${world.service}") }`)
      return id
    },
    async listed(person) {
      const { login } = await person.ask<{
        login: { account: { devices: { items: { id: string; services: { id: string }[] }[] } } }
      }>('{ login { account { devices { items { id services { id } } } } } }')
      return login.account.devices.items
    },
    mailsTo: (email) =>
      server.database.queries
        .selectFrom('mails')
        .select(['subject', 'text'])
        .where('recipient', '=', email)
        .orderBy('id', 'desc')
        .execute(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return world
}

/** What a query is refused with. */
export async function refused(
  person: Person,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<{ code: string; message: string }> {
  const { body } = await person.query(query, variables)
  const { errors } = body as { errors?: { message: string; extensions: { code: string } }[] } // as the endpoint answers
  const [error] = errors ?? []
  if (error === undefined) throw new Error(`it was not refused: ${query}`)
  return { code: error.extensions.code, message: error.message }
}
