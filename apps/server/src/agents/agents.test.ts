import { assignment } from '@farport/protocol'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestAgent, dialServer } from '../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'

const soon = (check: () => unknown, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 20 })

let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.newPerson()
})
afterAll(() => server[Symbol.asyncDispose]())

async function newCode(args = ''): Promise<string> {
  const data = await owner.ask<{ login: { account: { registrationCode: string } } }>(
    `{ login { account { registrationCode${args} } } }`,
  )
  return data.login.account.registrationCode
}

describe('an agent', () => {
  it('enrols with a code, and is told what to do', async () => {
    const code = await newCode('(name: "Kitchen", services: [{ application: 28 }, { application: 8, port: 8443 }])')
    const agent = createTestAgent(server.url)
    const enrolled = await agent.enrol(code)
    expect(enrolled.status).toBe(200)
    const order = assignment.parse(enrolled.body)
    expect(order).toMatchObject({
      deviceName: 'Kitchen',
      relays: [],
      services: [
        { host: 'localhost', port: 22, protocol: 'TCP' },
        { host: 'localhost', port: 8443, protocol: 'TCP' },
      ],
    })
    expect(order.renewAt - Date.now()).toBeLessThan(10_000)
    expect((await agent.assignment()).body).toMatchObject({ deviceId: order.deviceId, revision: order.revision })
  })

  it('is offered the relays that have joined, and not those whose lease is over', async () => {
    const change = { stunPorts: [3478, 3479] }
    using relay = await dialServer(server.url, server.joinSecret.reveal(), { change })
    await soon(() => expect(relay.told).toMatchObject([{ type: 'joined' }]))
    const gone = { id: 'r-0000000000000001', public_key: 'x'.repeat(43), host: 'gone.example', port: 1, version: '0' }
    const past = new Date(Date.now() - 1000)
    await server.database.queries
      .insertInto('relays')
      .values({ ...gone, joined_at: past, lease_until: past })
      .execute()
    const { body } = await createTestAgent(server.url).enrol(await newCode())
    expect(body['relays']).toEqual([
      { id: relay.id, host: 'relay.example', port: 443, publicKey: expect.any(String) as unknown, ...change },
    ])
  })

  it('serves only what is enabled and leads somewhere', async () => {
    const agent = createTestAgent(server.url)
    const { body } = await agent.enrol(await newCode())
    const { deviceId, services } = assignment.parse(body)
    const update =
      'mutation ($id: ID!, $enabled: Boolean, $port: Int) { updateService(id: $id, enabled: $enabled, port: $port) { id } }'
    const served = async () => assignment.parse((await agent.assignment()).body).services.length
    const id = services[0]?.id
    await owner.ask(update, { id, enabled: false })
    expect(await served()).toBe(0)
    await owner.ask(update, { id, enabled: true, port: 0 })
    expect(await served()).toBe(0)
    await owner.ask('mutation ($id: String!) { deleteDevice(deviceId: $id) }', { id: deviceId })
    expect(await agent.assignment()).toMatchObject({ status: 404, body: { code: 'not-enrolled' } })
  })

  it('hears what a SOCKS service may be used to reach', async () => {
    const agent = createTestAgent(server.url)
    const { body } = await agent.enrol(await newCode('(services: [{ application: 49 }])'))
    const id = assignment.parse(body).services[0]?.id
    const orders = async () => assignment.parse((await agent.assignment()).body).services
    expect(await orders()).toMatchObject([{ application: 49 }])
    expect(await orders()).not.toMatchObject([{ allow: expect.anything() }])
    await owner.ask(
      'mutation ($id: String, $attributes: Object!) { setAttributes(serviceId: $id, attributes: $attributes) }',
      {
        id,
        attributes: { $farport: { allow: ['10.0.0.0/8 80,443'] } },
      },
    )
    expect(await orders()).toMatchObject([{ application: 49, allow: ['10.0.0.0/8 80,443'] }])
  })

  it('of ten with one name at the same moment gets a name of its own', async () => {
    const code = await newCode('(name: "Fleet")')
    const answers = await Promise.all(Array.from({ length: 10 }, () => createTestAgent(server.url).enrol(code)))
    const names = answers.map(({ body }) => String(body['deviceName']))
    expect(new Set(names).size).toBe(10)
    expect(names.every((name) => /^Fleet(-\d+)?$/.test(name))).toBe(true)
  })

  it.each([
    ['a code that never was', {}, 'x'.repeat(24), {}, 404, 'code-unknown'],
    ['a clock six minutes late', { clockMs: -360_000 }, 'x', {}, 401, 'clock'],
    ['another’s key', { headers: { 'farport-key': 'A'.repeat(43) } }, 'x', {}, 401, 'signature'],
    ['no signature', { headers: { 'farport-signature': '' } }, 'x', {}, 401, 'signature'],
    ['a body that breaks a rule', {}, '', {}, 400, 'invalid'],
    ['a platform that is none', {}, 'x', { platform: -1 }, 400, 'invalid'],
  ])('with %s is refused', async (_, change, code, wish, status, refusal) => {
    const answer = await createTestAgent(server.url, change).enrol(code, wish)
    expect(answer).toMatchObject({ status, body: { code: refusal } })
    expect(Math.abs(Number(answer.body['serverTime']) - Date.now())).toBeLessThan(5000)
  })

  it('that asks without end has to wait', async () => {
    const agent = createTestAgent(server.url)
    const answers = await Promise.all(Array.from({ length: 60 * server.urls.length + 1 }, () => agent.assignment()))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
