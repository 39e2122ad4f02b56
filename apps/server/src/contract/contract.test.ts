import { loadSchema } from '@farport/contract/schema'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestFleet, type TestFleet } from '../test-fleet.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'
import { closingSteps, openingSteps } from './test-account-steps.ts'
import { readDocuments } from './test-documents.ts'
import { laterSteps } from './test-later-steps.ts'
import type { World } from './test-steps.ts'
import { thingSteps } from './test-thing-steps.ts'

const documents = new Map([...readDocuments('queries'), ...readDocuments('mutations')])

describe('the schema', () => {
  const schema = loadSchema()
  it.each([...documents, ...readDocuments('event')])('takes the document %s', (_, document) => {
    expect(validate(schema, parse(document))).toEqual([])
  })
})

type Data = Readonly<Record<string, unknown>>
type Answer = { data?: Data | null; errors?: { message: string; extensions: { code: string } }[] }
type Send = (query: string, variables: Record<string, unknown>) => Promise<Answer>

const steps = [...openingSteps, ...thingSteps, ...laterSteps, ...closingSteps]

it('every document is tried', () => {
  expect(steps.map((step) => step.name).toSorted()).toEqual([...documents.keys()].toSorted())
})

let server: TestServer
let fleet: TestFleet
beforeAll(async () => {
  server = await startTestServer()
  fleet = await createTestFleet(server)
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

describe.each(['signed in', 'with an access key'] as const)('somebody %s', (way) => {
  let world: World
  let send: Send
  beforeAll(async () => {
    const owner = await server.newPerson()
    world = await createWorld(owner)
    send = senderOf(way === 'signed in' ? owner : await programOf(owner))
  })

  it.each(steps)('$name', async ({ name, variables, answer, keepAs }) => {
    const { data, errors } = await send(documents.get(name) ?? '', variables?.(world) ?? {})
    if (typeof answer === 'string') {
      expect(errors?.map((error) => error.extensions.code)).toEqual([answer])
      return
    }
    expect(errors).toBeUndefined()
    expect(data).toMatchObject(answer(world) as object) // what data is
    if (keepAs !== undefined) world.kept[keepAs] = idIn(data ?? {})
  })
})

/** The id, or the key, of the only thing that was asked for. */
function idIn(data: Data): string {
  const [made] = Object.values(data) as { id?: string; key?: string }[] // by the documents that make things
  return made?.id ?? made?.key ?? ''
}

async function createWorld(owner: Person): Promise<World> {
  const [friend, heir, partner] = [await server.newPerson(), await server.newPerson(), await server.newPerson()]
  const { id: ownerId, email: ownerEmail } = await loginOf(owner)
  const { id: partnerId } = await loginOf(partner)
  await partner.ask('mutation { setOrganization(name: "Partner") }')
  await partner.ask('mutation ($email: [String!]!) { setMember(email: $email) }', { email: [ownerEmail] })
  const sharedDevice = await fleet.addDevice(partner, { hostname: 'theirs' })
  const shared = { id: sharedDevice.id, email: [ownerEmail] }
  await partner.ask('mutation ($id: String!, $email: [String!]!) { share(deviceId: $id, email: $email) }', shared)
  const device = await fleet.addDevice(owner, { hostname: 'lab-pi' })
  const addOffline = (hostname: string) => fleet.addDevice(owner, { hostname, isOnline: false })
  return {
    ownerId,
    friendEmail: (await loginOf(friend)).email,
    heirEmail: (await loginOf(heir)).email,
    partnerId,
    device,
    serviceId: device.services[0]?.id ?? '',
    toTransfer: await addOffline('one'),
    toDelete: await addOffline('two'),
    toDeleteToo: [await addOffline('three'), await addOffline('four')],
    sharedDevice,
    kept: {},
  }
}

async function loginOf(person: Person): Promise<{ id: string; email: string }> {
  return (await person.ask<{ login: { id: string; email: string } }>('{ login { id email } }')).login
}

function senderOf(person: Person): Send {
  return async (query, variables) => (await person.query(query, variables)).body as Answer // GraphQL's own shape
}

/** Signs each request, as clients with an access key do. */
async function programOf(owner: Person): Promise<Person> {
  const made = 'mutation { createAccessKey { key secret } }'
  return server.program((await owner.ask<{ createAccessKey: { key: string; secret: string } }>(made)).createAccessKey)
}
