import { afterAll, beforeAll, expect, it } from 'vitest'
import { queriesOf } from '../../test-queries.ts'
import { createTestAgent } from '../../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../../test-server.ts'

let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer({ roles: ['api'] })
  owner = await server.newPerson()
})
afterAll(() => server[Symbol.asyncDispose]())

/** As clients ask for it. */
const listed = `{ login { account {
  tags { name color created }
  networks {
    id name created permissions owner { id email }
    connections { service { id device { id } } name port }
    tags { name color created } access { user { id email } }
    viewerCan { manage { allowed } share { allowed } leave { allowed reason } tag { allowed } }
  }
  devices(size: 100) { items { id tags { name color created } } }
} } }`

interface Listed {
  login: {
    account: {
      tags: { name: string; color: number; created: string }[]
      networks: { id: string; name: string; connections: unknown[]; tags: unknown[] }[]
      devices: { items: { id: string; tags: { name: string }[] }[] }
    }
  }
}

/** A device with a tag of its own, whose service is in a network of its own. */
async function addNetwork(number: number): Promise<void> {
  const asked = '{ login { account { registrationCode } } }'
  const { login } = await owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
  const { body } = await createTestAgent(server.url).enrol(login.account.registrationCode)
  const [service] = body['services'] as { id: string }[] // what the server answers an agent with
  const { createNetwork } = await owner.ask<{ createNetwork: { id: string } }>(
    `mutation { createNetwork(name: "Network ${number}") { id } }`,
  )
  const ids = { device: body['deviceId'], network: createNetwork.id, service: service?.id }
  const change = `mutation ($device: String!, $network: String!, $service: String!) {
    addTag(serviceId: [$device], name: ["tag ${number}"])
    addNetworkConnection(networkId: $network, serviceId: $service, port: ${number}, name: "shell")
    addNetworkTag(networkId: $network, name: ["tag${number}", "all"])
  }`
  expect(await owner.ask(change, ids)).toEqual({ addTag: true, addNetworkConnection: true, addNetworkTag: true })
}

it('networks with their services and tags, and devices with theirs, cost as many queries for twelve as for two', async () => {
  for (const number of [1, 2]) await addNetwork(number)
  const forTwo = await queriesOf(() => owner.ask(listed))
  for (let number = 3; number <= 12; number += 1) await addNetwork(number)
  expect(await queriesOf(() => owner.ask(listed))).toBe(forTwo)
  expect(forTwo).toBeLessThan(16)

  const { networks, devices, tags } = (await owner.ask<Listed>(listed)).login.account
  expect(networks).toHaveLength(12)
  expect(networks[0]).toMatchObject({
    name: 'Network 12',
    permissions: ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN'],
    connections: [{ name: 'shell', port: 12, service: { device: { id: expect.stringMatching(/^d-/) } } }],
    tags: expect.arrayContaining([
      expect.objectContaining({ name: 'tag12' }),
      expect.objectContaining({ name: 'all' }),
    ]),
    access: [],
    viewerCan: { manage: { allowed: true }, leave: { allowed: false, reason: 'This network is not shared with you.' } },
  })
  expect(devices.items.map((device) => device.tags.length)).toEqual(Array.from({ length: 12 }, () => 1))
  expect(tags).toHaveLength(13)
})

it.each([
  ['deleteTag(name: ["x"], accountId: "nonsense")', 'NOT_FOUND'],
  ['setTag(tag: [{ name: "x" }], accountId: "a-0000000000000000")', 'NOT_FOUND'],
  ['createNetwork(accountId: "", name: "Lab") { id }', 'NOT_FOUND'],
  ['createNetwork { id }', 'INVALID'],
  ['updateNetwork(id: "nonsense", name: "Lab") { id }', 'NOT_FOUND'],
  ['addNetworkConnection(networkId: "n-0000000000000000", serviceId: "d-0000000000000000")', 'NOT_FOUND'],
  ['setTag(tag: [{ name: "x", color: 14 }])', 'INVALID'],
  ['renameTag(from: "never", to: "x")', 'NOT_FOUND'],
])('%s is refused', async (operation, code) => {
  const { body } = await owner.query(`mutation { ${operation} }`)
  expect(body).toMatchObject({ errors: [{ extensions: { code } }] })
})

it('a stranger finds neither networks nor tags of an account', async () => {
  const stranger = await server.newPerson()
  const { login } = await owner.ask<{ login: { id: string; account: { networks: { id: string }[] } } }>(
    '{ login { id account { networks { id } } } }',
  )
  const query = `query ($id: String!) { login { network(id: $id) { id } account { networks { id } tags { name } } } }`
  expect(await stranger.ask(query, { id: login.account.networks[0]?.id })).toEqual({
    login: { network: null, account: { networks: [], tags: [] } },
  })
})
