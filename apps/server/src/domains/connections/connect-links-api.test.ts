import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestAgent } from '../../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../../test-server.ts'

let server: TestServer
let owner: Person
let service: string
beforeAll(async () => {
  server = await startTestServer({ roles: ['api'], linksDomain: 'links.example', linksHttpsPort: 443 })
  owner = await server.newPerson()
  const asked = '{ login { account { registrationCode(services: [{ application: 8 }]) } } }'
  const { login } = await owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
  const { body } = await createTestAgent(server.url).enrol(login.account.registrationCode)
  service = (body['services'] as { id: string }[])[0]?.id ?? ''
})
afterAll(() => server[Symbol.asyncDispose]())

const fields = '{ url code enabled password allow deny created }'

async function set(args = '', variables: Record<string, unknown> = {}) {
  const declared = Object.keys(variables).map((name) => `, $${name}: String`)
  const given = Object.keys(variables).map((name) => `, ${name}: $${name}`)
  const query = `mutation ($id: String!${declared.join('')}) {
    setConnectLink(serviceId: $id${given.join('')}${args}) ${fields}
  }`
  const { setConnectLink } = await owner.ask<{ setConnectLink: Record<string, unknown> }>(query, {
    id: service,
    ...variables,
  })
  return setConnectLink
}

async function seenBy(person: Person) {
  const query = `{ login { account { devices { items { services { link ${fields} } } } } } }`
  const { login } = await person.ask<{
    login: { account: { devices: { items: { services: { link: unknown }[] }[] } } }
  }>(query)
  return login.account.devices.items[0]?.services[0]?.link
}

it('a link has an address, and shows that it has a password, but not which', async () => {
  expect(await seenBy(owner)).toBeNull()
  const link = await set(', allow: ["192.0.2.0/24"]', { password: 'hunter2' })
  expect(link).toMatchObject({ password: '********', enabled: true, allow: ['192.0.2.0/24'], deny: [] })
  expect(link['url']).toBe(`https://${String(link['code'])}.links.example`)
  expect(await seenBy(owner)).toEqual(link)
})

it.each([
  ['what is not said stays', '', {}, '********'],
  ['a variable that is not given stays', '', { password: undefined }, '********'],
  ['asterisks stay', ', password: "********"', {}, '********'],
  ['null takes it away', ', password: null', {}, null],
  ['a variable of null takes it away', '', { password: null }, null],
  ['nothing but spaces takes it away', ', password: "  "', {}, null],
])('of its password: %s', async (_, args, variables, password) => {
  await set(', password: "hunter2"')
  expect(await set(args, variables)).toMatchObject({ password })
})

it('a guest who may connect sees it, without the addresses that may use it', async () => {
  const guest = await server.newPerson()
  const { login } = await guest.ask<{ login: { email: string } }>('{ login { email } }')
  const query = 'query { login { account { devices { items { id } } } } }'
  const seen = await owner.ask<{ login: { account: { devices: { items: { id: string }[] } } } }>(query)
  await owner.ask(
    `mutation { share(deviceId: "${seen.login.account.devices.items[0]?.id}", email: ["${login.email}"]) }`,
  )
  expect(await seenBy(owner)).toMatchObject({ allow: ['192.0.2.0/24'] })
  expect(await seenBy(guest)).toMatchObject({ enabled: true, allow: [], deny: [] })
})

it('a stranger does not learn that the service exists', async () => {
  const stranger = await server.newPerson()
  const { body } = await stranger.query(`mutation { setConnectLink(serviceId: "${service}") { code } }`)
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
})

it('is taken away', async () => {
  const remove = `mutation { removeConnectLink(serviceId: "${service}") }`
  expect(await owner.ask(remove)).toEqual({ removeConnectLink: true })
  expect(await owner.ask(remove)).toEqual({ removeConnectLink: false })
  expect(await seenBy(owner)).toBeNull()
})
