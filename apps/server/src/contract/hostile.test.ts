import { loadSchema } from '@farport/contract/schema'
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestFleet, type FleetDevice, type TestFleet } from '../test-fleet.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'

let server: TestServer
let fleet: TestFleet
let owner: Person
let device: FleetDevice
let real: Record<'account' | 'device' | 'service' | 'network' | 'role', string>
beforeAll(async () => {
  server = await startTestServer()
  fleet = await createTestFleet(server)
  owner = await server.newPerson()
  device = await fleet.addDevice(owner)
  await owner.ask('mutation { setOrganization(name: "Lab") }')
  const network = await owner.ask<{ createNetwork: { id: string } }>('mutation { createNetwork(name: "net") { id } }')
  const role = await owner.ask<{ createRole: { id: string } }>('mutation { createRole(name: "role") { id } }')
  real = {
    account: device.accountId,
    device: device.id,
    service: device.services[0]?.id ?? '',
    network: network.createNetwork.id,
    role: role.createRole.id,
  }
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

const texts: Readonly<Record<string, string>> = {
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'right-to-left': '\u202E\u2066gpj.exe\u2069',
  'terminal orders': '\u001B[2J\u001B]0;owned\u0007',
  NUL: 'a\u0000b',
  'half a pair': '\uD800',
  'SQL and patterns': `'; drop table devices; -- %_\\`,
  nothing: '',
  spaces: ' \t\u00A0\u3000 ',
  'a quarter of a megabyte': 'x'.repeat(250_000),
  'combining marks': `a${'\u0301'.repeat(5000)}`,
  'a path': '../../etc/passwd\\..',
}

const deep = (depth: number): object => (depth === 0 ? {} : { a: deep(depth - 1) })
const objects: Readonly<Record<string, object>> = {
  'a thousand levels': deep(1000),
  'a quarter of a megabyte': { a: 'x'.repeat(250_000) },
  'ten thousand keys': Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index])),
  'a prototype': JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}') as object, // an object
}

const schema = loadSchema()
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
/** They end what the others need; what they are given is ids alone, or an address besides. */
const ending =
  /^(deleteDevice|deleteDevices|transfer|removeService|deleteOrganization|deleteNetwork|deleteRole|leaveOrganization)$/

/** Which real thing an argument names. */
function realId(field: string, argument: string): string | undefined {
  if (argument === 'accountId') return real.account
  if (argument === 'deviceId') return real.device
  if (argument === 'networkId') return real.network
  if (argument === 'roleId') return real.role
  if (argument === 'serviceId') return /Tag$|^setNotificationSettings$/.test(field) ? real.device : real.service
  if (argument !== 'id') return undefined
  return { updateService: real.service, updateNetwork: real.network, updateRole: real.role }[field]
}

interface Hostile {
  text: string
  object: object
  number: number
  /** Of every list. */
  length: number
  /** Whether ids are real ones, so that the rest is looked at. */
  hasRealIds: boolean
}

function valueOf(field: string, name: string, type: GraphQLInputType, hostile: Hostile): unknown {
  const inner = getNullableType(type)
  if (isListType(inner)) {
    return Array.from({ length: hostile.length }, () => valueOf(field, name, inner.ofType, hostile))
  }
  if (isEnumType(inner)) return inner.getValues()[0]?.name
  if (isInputObjectType(inner)) {
    const parts = Object.values(inner.getFields())
    return Object.fromEntries(parts.map((part) => [part.name, valueOf(field, part.name, part.type, hostile)]))
  }
  const id = hostile.hasRealIds ? realId(field, name) : undefined
  if (id !== undefined) return id
  switch (getNamedType(inner).name) {
    case 'Boolean':
      return true
    case 'Int':
    case 'Float':
      return hostile.number
    case 'Object':
      return hostile.object
    default:
      return hostile.text
  }
}

/** The code that it is refused with; undefined when it was done. */
async function codeOf(field: GraphQLField<unknown, unknown>, hostile: Hostile): Promise<string | undefined> {
  const given = field.args.map(({ name, type }) => ({ name, type, value: valueOf(field.name, name, type, hostile) }))
  const declared = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ')
  const isLeaf = !('getFields' in getNamedType(field.type))
  const selection = isLeaf ? '' : '{ __typename }'
  const args = given.length === 0 ? ['', ''] : [`(${declared})`, `(${passed})`]
  const query = `mutation ${args[0]} { ${field.name}${args[1]} ${selection} }`
  const variables = Object.fromEntries(given.map(({ name, value }) => [name, value]))
  const { body, status } = await owner.query(query, variables)
  if (status === 413) return 'INVALID'
  const { errors } = body as { errors?: { message: string; extensions: { code: string } }[] }
  // A refusal is a sentence, and does not repeat what came at any length.
  for (const { message } of errors ?? []) expect(message.length).toBeLessThan(400)
  return errors?.[0]?.extensions.code
}

const usual: Hostile = { text: 'x', object: {}, number: 1, length: 1, hasRealIds: true }
const cases: [string, Partial<Hostile>][] = [
  ...Object.entries(texts).map(([name, text]): [string, Partial<Hostile>] => [`${name} as text`, { text }]),
  ...Object.entries(objects).map(([name, object]): [string, Partial<Hostile>] => [`${name} as attributes`, { object }]),
  ...[-1, 2_147_483_647].map((number): [string, Partial<Hostile>] => [`the number ${number}`, { number }]),
  ['lists of ten thousand', { length: 10_000 }],
  ['empty lists', { length: 0 }],
]

describe.each(cases)('%s', (_, hostile) => {
  it.each([true, false])(
    'is done or refused with a reason by every mutation, with real ids: %s',
    async (hasRealIds) => {
      const faults: string[] = []
      for (const field of mutations) {
        if (hasRealIds && ending.test(field.name)) continue
        const code = await codeOf(field, { ...usual, ...hostile, hasRealIds })
        if (code === 'FAULT') faults.push(field.name)
      }
      expect(faults).toEqual([])
    },
  )
})

it('a megabyte is too much at the door', async () => {
  const answer = await owner.query('mutation ($a: Object!) { setAttributes(attributes: $a) }', {
    a: { text: 'x'.repeat(1_048_576) },
  })
  expect(answer.status).toBe(413)
})

it('the server is as it was', async () => {
  const query = '{ login { account { devices { items { id name services { name } } } } } }'
  expect(JSON.stringify(await owner.ask(query))).toContain(device.id)
})
