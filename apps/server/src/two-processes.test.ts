// Two server programs over one database: what happens at one is known at the other, however they meet.

import { once } from 'node:events'
import { eventually, startNatsServer } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createTestAgent, dialServer, newRelaySecrets, type TestRelay } from './test-relay.ts'
import { startTestServer, testPassword, type Person, type TestServer } from './test-server.ts'

const nats = await startNatsServer()
afterAll(() => nats[Symbol.asyncDispose]())

const ways = [
  ['in the database', undefined],
  ['over NATS', nats.url],
] as const

describe.each(ways)('two processes that meet %s', (_, natsUrl) => {
  let server: TestServer
  let oneUrl: string
  let otherUrl: string
  beforeAll(async () => {
    server = await startTestServer({}, { processes: 2, natsUrl })
    const [one = '', other = ''] = server.urls
    oneUrl = one
    otherUrl = other
  })
  afterAll(() => server[Symbol.asyncDispose]())

  /** The same person, signed in at each of the two. */
  async function personAtBoth(): Promise<[Person, Person]> {
    const email = `person-${crypto.randomUUID()}@example.org`
    await server.newPerson(email)
    const both = [server.person(oneUrl), server.person(otherUrl)] as [Person, Person]
    for (const person of both) await person.post('/auth/v1/sign-in/email', { email, password: testPassword })
    return both
  }

  async function listen(url: string, person: Person) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/events/v1`)
    const heard: string[] = []
    socket.on('message', (data: Buffer) => heard.push(data.toString()))
    const closed = once(socket, 'close').then(([code]) => Number(code))
    await once(socket, 'open')
    const headers = { authorization: `Bearer ${person.token}` }
    socket.send(JSON.stringify({ action: 'subscribe', headers, query: '{ event { type target { name } } }' }))
    return { socket, heard, closed }
  }

  async function newDevice(person: Person, url: string): Promise<{ id: string; accountId: string; serviceId: string }> {
    const asked = '{ login { account { registrationCode } } }'
    const { login } = await person.ask<{ login: { account: { registrationCode: string } } }>(asked)
    const { body } = await createTestAgent(url).enrol(login.account.registrationCode)
    const [service] = body['services'] as { id: string }[]
    return { id: String(body['deviceId']), accountId: String(body['accountId']), serviceId: service?.id ?? '' }
  }

  const rename = (person: Person, id: string, name: string) =>
    person.ask('mutation ($id: String!, $name: String!) { renameService(serviceId: $id, name: $name) }', { id, name })

  async function told(relay: TestRelay, type: string): Promise<Record<string, unknown>> {
    return eventually(() => relay.told.find((message) => message.type === type), { what: `the relay is told ${type}` })
  }

  it('what is caused at one is heard at the other, both ways', async () => {
    const [here, there] = await personAtBoth()
    const device = await newDevice(here, oneUrl)
    const ears = [await listen(oneUrl, here), await listen(otherUrl, there)]
    const names = async (person: Person, start: string) => {
      // Facts from before a subscription are not told, so they are caused until one is.
      let count = 0
      await eventually(async () => {
        await rename(person, device.id, `${start} ${(count += 1)}`)
        return ears.every(({ heard }) => heard.some((frame) => frame.includes(start)))
      })
    }
    await names(here, 'From one')
    await names(there, 'From the other')
    for (const { socket } of ears) socket.close()
  })

  it('a connection that is asked for at one is opened and closed by the relay at the other', async () => {
    const [here] = await personAtBoth()
    const device = await newDevice(here, oneUrl)
    using relay = await dialServer(otherUrl, server.joinSecret.reveal())
    await told(relay, 'joined')
    const at = Date.now()
    const presence = { accountId: device.accountId, deviceId: device.id, isOnline: true, enteredAt: at, at }
    relay.sendText(JSON.stringify({ type: 'presence', part: 'change', agents: [presence] }))
    const state = 'query ($id: [String!]!) { login { account { device(id: $id) { state } } } }'
    await eventually(async () => JSON.stringify(await here.ask(state, { id: [device.id] })).includes('"active"'))

    const connecting = here.ask<{ connect: { id: string; port: number } }>(
      'mutation ($id: String!) { connect(serviceId: $id) { id port } }',
      { id: device.serviceId },
    )
    const { connectionId } = await told(relay, 'open-proxy')
    const opened = { type: 'proxy-opened', connectionId, host: 'relay.example', port: 20_001 }
    relay.sendText(JSON.stringify(opened))
    expect(await connecting).toEqual({ connect: { id: connectionId, port: 20_001 } })

    await here.ask('mutation ($id: String!) { deleteDevice(deviceId: $id, force: true) }', { id: device.id })
    expect(await told(relay, 'close-proxy')).toMatchObject({ connectionId })
    expect(await told(relay, 'drop-agent')).toMatchObject({ deviceId: device.id })
  })

  it('a relay that comes to the other has left the one', async () => {
    const secrets = newRelaySecrets()
    using first = await dialServer(oneUrl, server.joinSecret.reveal(), { secrets })
    await told(first, 'joined')
    using second = await dialServer(otherUrl, server.joinSecret.reveal(), { secrets })
    await told(second, 'joined')
    await eventually(() => !first.isOpen)
    expect(second.isOpen).toBe(true)
  })

  it('a session that ends at one closes its socket at the other within two seconds', async () => {
    const [here, there] = await personAtBoth()
    const device = await newDevice(here, oneUrl)
    const ear = await listen(otherUrl, there)
    await eventually(async () => {
      await rename(here, device.id, `Warm-up ${crypto.randomUUID()}`)
      return ear.heard.length > 0
    })
    const startedMs = performance.now()
    await here.get('/auth/v1/globalSignout')
    expect(await ear.closed).toBe(4401)
    expect(performance.now() - startedMs).toBeLessThan(2000)
  })
})

it('without NATS two processes serve on, say that something is missing, and send their listeners to look again', async () => {
  await using own = await startNatsServer()
  await using server = await startTestServer({}, { processes: 2, natsUrl: own.url })
  const isReady = async () => (await Promise.all(server.urls.map((url) => fetch(`${url}/readyz`)))).map(({ ok }) => ok)
  const person = await server.newPerson()
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/events/v1`)
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  await own.kill()
  await eventually(async () => (await isReady()).every((ok) => !ok))
  expect(await person.ask('{ login { account { devices { total } } } }')).toMatchObject({ login: {} })
  await own.startAgain()
  expect(await closed).toBe(1012)
  await eventually(async () => (await isReady()).every((ok) => ok))
})
