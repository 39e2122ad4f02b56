import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocuments } from '../contract/test-documents.ts'
import { queriesOf } from '../test-queries.ts'
import { createTestAgent } from '../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'

// What a list costs is how often it asks the database. It must not be more for twenty devices than for two, whoever asks
// and whatever is asked of each device.

const few = 2
const many = 20
const emails = { manager: 'manager@example.org', engineer: 'engineer@example.org', guest: 'guest@example.org' } as const

let server: TestServer
let people: Record<Viewer, { person: Person; accountId: string | undefined }>
let deviceIds: string[] = []
beforeAll(async () => {
  server = await startTestServer({ roles: ['api'] })
  const owner = await server.newPerson()
  const { login } = await owner.ask<{ login: { id: string } }>('{ login { id } }')
  const [manager, engineer, guest] = [
    await server.newPerson(emails.manager),
    await server.newPerson(emails.engineer),
    await server.newPerson(emails.guest),
  ]
  people = {
    'the owner': { person: owner, accountId: undefined },
    'a member with a role over all': { person: manager, accountId: login.id },
    'a member with a role over a tag': { person: engineer, accountId: login.id },
    'a guest': { person: guest, accountId: undefined },
  }
  await foundOrganization(owner)
})
afterAll(() => server[Symbol.asyncDispose]())

const viewers = ['the owner', 'a member with a role over all', 'a member with a role over a tag', 'a guest'] as const
type Viewer = (typeof viewers)[number]

const documents = readDocuments('queries')
const page = '$accountId: String) { login { account(id: $accountId) { devices(size: 100'
const series = '(type: ONLINE_DURATION, resolution: DAY, length: 7) { data }'
const questions: Record<string, string> = {
  'the list that clients ask for': documents.get('DeviceList') ?? '',
  'one device after the other': documents.get('DevicePreload') ?? '',
  'a search': documents.get('Search') ?? '',
  'the networks': documents.get('Networks') ?? '',
  tags: `query (${page}) { items { id tags { name } } } } } }`,
  'whom they are shared with': `query (${page}) { items { id access { user { email } services { name } } reach { through } } } } } }`,
  graphs: `query (${page}) { items { id timeSeries${series} services { timeSeries${series} } } } } } }`,
  verdicts: `query (${page}) { items { id permissions viewerCan { connect { allowed } tag { allowed } }
    services { viewerCan { connect { reason } } connections { port } link { url } } } } } } }`,
  'ways of agents': `query (${page}) { items { id services { route peers { id session { path { kind } history { at } } } } } } } } }`,
}

describe('a list asks the database as often for twenty devices as for two', () => {
  const counted = new Map<string, number>()
  const countAll = async () => {
    const counts = new Map<string, number>()
    for (const viewer of viewers) {
      for (const [name, question] of Object.entries(questions)) {
        counts.set(`${viewer}: ${name}`, await queriesFor(viewer, question))
      }
    }
    return counts
  }

  beforeAll(async () => {
    await growTo(few)
    for (const [name, count] of await countAll()) counted.set(name, count)
    await growTo(many)
  })

  it.each(viewers)('%s', async (viewer) => {
    for (const [name, question] of Object.entries(questions)) {
      const now = { name, queries: await queriesFor(viewer, question), ids: await seenBy(viewer) }
      expect(now).toEqual({ name, queries: counted.get(`${viewer}: ${name}`), ids: many })
      expect(now.queries).toBeLessThan(20)
    }
  })
})

function queriesFor(viewer: Viewer, question: string): Promise<number> {
  const { person, accountId } = people[viewer]
  const variables = { accountId, id: accountId, ids: deviceIds, size: 100, name: 'o' }
  return queriesOf(() => person.ask(question, variables))
}

async function seenBy(viewer: Viewer): Promise<number> {
  const { person, accountId } = people[viewer]
  const answer = await person.ask<{ login: { account: { devices: { total: number } } } }>(
    `query (${page}) { total } } } }`,
    { accountId },
  )
  return answer.login.account.devices.total
}

async function foundOrganization(owner: Person): Promise<void> {
  await owner.ask('mutation { setOrganization(name: "Works") }')
  const roleOf = async (name: string, scope: string) => {
    const { createRole } = await owner.ask<{ createRole: { id: string } }>(
      `mutation { createRole(name: "${name}", grant: [VIEW, CONNECT], ${scope}) { id } }`,
    )
    return createRole.id
  }
  const roles = [
    [emails.manager, await roleOf('all', 'access: ALL')],
    [emails.engineer, await roleOf('tagged', 'access: TAG, tag: { operator: ANY, values: ["lab"] }')],
  ]
  const member =
    'mutation ($email: [String!]!, $role: ID) { setMember(email: $email, roleId: $role, license: LICENSED) }'
  for (const [email, role] of roles) await owner.ask(member, { email: [email], role })
  await owner.ask('mutation { createNetwork(name: "net") { id } }')
}

/** Each new one is tagged, shared as a whole, and has its service in the network. */
async function growTo(count: number): Promise<void> {
  const owner = people['the owner'].person
  const { login } = await owner.ask<{
    login: { account: { registrationCode: string; networks: { id: string }[] } }
  }>('{ login { account { registrationCode networks { id } } } }')
  const { registrationCode, networks } = login.account
  const added = await Promise.all(
    Array.from({ length: count - deviceIds.length }, async () => {
      const { body } = await createTestAgent(server.url).enrol(registrationCode)
      return { id: String(body['deviceId']), serviceId: (body['services'] as { id: string }[])[0]?.id } // as agents are answered
    }),
  )
  const ids = added.map((device) => device.id)
  await owner.ask('mutation ($ids: [String!]!) { addTag(serviceId: $ids, name: ["lab", "東京"]) }', { ids })
  for (const { id, serviceId } of added) {
    await owner.ask(
      'mutation ($id: String!, $email: [String!]!) { share(deviceId: $id, email: $email, notify: false) }',
      {
        id,
        email: [emails.guest],
      },
    )
    await owner.ask(
      'mutation ($id: String!, $service: String!) { addNetworkConnection(networkId: $id, serviceId: $service) }',
      { id: networks[0]?.id, service: serviceId },
    )
  }
  deviceIds = [...deviceIds, ...ids]
}
