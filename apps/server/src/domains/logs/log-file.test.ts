import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestFleet, type FleetDevice, type TestFleet } from '../../test-fleet.ts'
import { startTestServer, type Person, type TestServer } from '../../test-server.ts'

let server: TestServer
let fleet: TestFleet
let owner: Person
let device: FleetDevice
beforeAll(async () => {
  server = await startTestServer()
  fleet = await createTestFleet(server)
  owner = await server.newPerson('owner@example.org')
  device = await fleet.addDevice(owner, { hostname: '実験室' })
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

async function linkOf(query: string): Promise<string> {
  const data = await owner.ask(query, { id: [device.id] })
  return /"eventsUrl":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? ''
}

it.each([
  [
    'an account',
    'query ($id: [String!]!) { login { account { eventsUrl devices(id: $id) { total } } } }',
    'AUTH_LOGIN',
  ],
  ['a device', 'query ($id: [String!]!) { login { device(id: $id) { eventsUrl } } }', 'DEVICE_STATE'],
])('the log of %s is a file for whoever has the link', async (_, query, type) => {
  const answer = await fetch(await linkOf(query))
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await answer.text()).split('\r\n')
  expect(lines[0]).toContain('Time,Type,State')
  expect(lines.some((line) => line.includes(type))).toBe(true)
  expect(lines.some((line) => line.includes('実験室') && line.includes(device.id))).toBe(true)
})

it.each([
  ['no link', '', 400],
  ['another link', '?link=AAAA', 404],
  ['an altered link', undefined, 404],
])('%s gives no file', async (_, end, status) => {
  const link = new URL(await linkOf('query ($id: [String!]!) { login { device(id: $id) { eventsUrl } } }'))
  const altered = `?link=${(link.searchParams.get('link') ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).slice(0, -4)}`
  expect((await fetch(`${link.origin}${link.pathname}${end ?? altered}`)).status).toBe(status)
})

it('nobody else gets a link', async () => {
  const stranger = await server.newPerson()
  const { body } = await stranger.query('query ($id: String!) { login { account(id: $id) { eventsUrl } } }', {
    id: device.accountId,
  })
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
})
