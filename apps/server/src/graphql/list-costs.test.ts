import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestAgent } from '../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'

let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer({ roles: ['api'] })
  owner = await server.newPerson()
})
afterAll(() => server[Symbol.asyncDispose]())

const wholeList = `{ login { id email account {
  devices(size: 100) { total hasMore last items {
    id name state platform version created lastReported owner { id email } permissions attributes
    endpoint { onlineSince externalAddress } viewerCan { connect { allowed reason } delete { allowed reason } }
    services { id name title state application host port viewerCan { connect { allowed } } connections { id port } }
  } }
  events(size: 100) { total items { id type actor { email } target { name owner { email } device { name owner { email } } } } }
  sessions { id user { email } target { device { name } } connection { port } }
} } }`

/** The least of three: something else of the server may ask at the same time. */
async function queriesOf(question: string): Promise<number> {
  const counts: number[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await owner.ask(question)
    counts.push(asked.mock.calls.length)
    asked.mockRestore()
  }
  return Math.min(...counts)
}

it('a list costs as many queries for twenty devices as for two', async () => {
  const asked = '{ login { account { registrationCode } } }'
  const { login } = await owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
  const enrol = () => createTestAgent(server.url).enrol(login.account.registrationCode)
  await Promise.all([enrol(), enrol()])
  const forTwo = await queriesOf(wholeList)
  await Promise.all(Array.from({ length: 18 }, enrol))
  expect(await queriesOf(wholeList)).toBe(forTwo)
  expect(forTwo).toBeLessThan(14)
})
