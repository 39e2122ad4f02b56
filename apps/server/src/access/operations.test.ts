import { loadSchema } from '@farport/contract/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAgent } from '../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'

let server: TestServer
let owner: Person
let device: { id: string; services: { id: string }[] }
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.newPerson()
  const asked = '{ login { account { registrationCode } } }'
  const { login } = await owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
  const { body } = await createTestAgent(server.url).enrol(login.account.registrationCode)
  device = { id: String(body['deviceId']), services: body['services'] as { id: string }[] }
})
afterAll(() => server[Symbol.asyncDispose]())

/** Every mutation, asked about the owner's things. Later ones would delete what earlier ones need. */
const mutations: Record<string, string> = {
  addService: 'addService(deviceId: "DEVICE", application: 8) { id }',
  connect: 'connect(serviceId: "SERVICE") { id }',
  disconnect: 'disconnect(serviceId: "SERVICE", connectionId: "0f8fad5b-d9cb-469f-a165-70867728950e")',
  renameService: 'renameService(serviceId: "DEVICE", name: "renamed")',
  setAttributes: 'setAttributes(serviceId: "SERVICE", attributes: { description: "mine" })',
  updateService: 'updateService(id: "SERVICE", port: 2222) { id }',
  removeService: 'removeService(id: "SERVICE")',
  deleteDevice: 'deleteDevice(deviceId: "DEVICE", force: true)',
}
/** Answers the same to everybody: there is nothing that it could reach. */
const harmless = new Set(['disconnect'])

async function outcome(person: Person, operation: string): Promise<string> {
  const [service] = device.services
  const query = `mutation { ${operation.replace('DEVICE', device.id).replace('SERVICE', service?.id ?? '')} }`
  const { body } = await person.query(query)
  const { errors } = body as { errors?: { extensions: { code: string } }[] }
  return errors?.[0]?.extensions.code ?? 'done'
}

it('every mutation of the contract stands in the table', () => {
  expect(Object.keys(mutations).toSorted()).toEqual(
    Object.keys(loadSchema().getMutationType()?.getFields() ?? {}).toSorted(),
  )
})

describe.each(Object.entries(mutations))('%s', (name, operation) => {
  it('is refused to nobody in particular', async () => {
    expect(await outcome(server.person(), operation)).toBe('UNAUTHENTICATED')
  })

  it('does not show a stranger that the thing exists', async () => {
    const stranger = await server.newPerson()
    expect(await outcome(stranger, operation)).toBe(harmless.has(name) ? 'done' : 'NOT_FOUND')
  })

  it('is done for the owner', async () => {
    // The device has no tunnel here, which is the only thing that stands in the way.
    expect(await outcome(owner, operation)).toBe(name === 'connect' ? 'OFFLINE' : 'done')
  })
})

it('a stranger finds nothing of an owner in any list', async () => {
  const stranger = await server.newPerson()
  const query = `query ($id: [String!]!) { login { account {
    devices { total items { id } } device(id: $id) { id } sessions { id } events { total }
  } } }`
  expect(await stranger.ask(query, { id: [device.id] })).toMatchObject({
    login: { account: { devices: { total: 0, items: [] }, device: [], sessions: [] } },
  })
})
