import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { idKindOf, type AccountId, type ServiceId } from '@farport/vocabulary'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { decide, decideService, loadActor, sightDevices, sightNetworks } from './index.ts'
import { accounts, buildWorld, worlds, type BuiltWorld } from './test-worlds.ts'
import { signIn } from './matrix/test-world.ts'

const secret = new Secret(randomBytes(32).toString('base64url'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ secret, roles: ['api'] })
})
afterAll(() => server[Symbol.asyncDispose]())

const worldsTried = 25
const queriesEach = 100

const whole = `id name permissions owner { id } tags { name } services { id name device { id } }`
const words = ['device', 'ssh', '1', '実験', '%', '_', '']
const sorts = ['name', '-name', 'state,name', '-created', 'platform,name', 'owner.email,name', 'endpoint.quality,name']

/** What clients ask lists with; the account is filled in for each world. */
const listArguments = fc.record({
  from: fc.constantFrom(0, 0, 0, 3, 100),
  size: fc.constantFrom(1, 5, 50, 1000),
  name: fc.option(fc.constantFrom(...words)),
  state: fc.option(fc.constantFrom('active', 'inactive')),
  sort: fc.constantFrom(...sorts),
  owner: fc.option(fc.boolean()),
  application: fc.option(fc.constantFrom([28], [7, 28], [])),
  tag: fc.option(fc.constantFrom({ operator: 'ANY', values: ['T0', 't1'] }, { operator: 'ALL', values: ['t0', 't1'] })),
})

type Ask = (world: BuiltWorld, account: AccountId, random: number) => string

/** In GraphQL's own notation, which has no quotes around names. */
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, inner]) => `${name}: ${name === 'operator' ? inner : literal(inner)}`,
  )
  return `{${fields.join(',')}}`
}

const asks: readonly Ask[] = [
  (_world, account, random) => {
    const [wish] = fc.sample(listArguments, { numRuns: 1, seed: random })
    const given = Object.entries(wish ?? {}).map(([name, value]) => `${name}: ${literal(value)}`)
    return `account(id: "${account}") { devices(${given.join(', ')}) { total items { ${whole} } } }`
  },
  ({ devices }) => `device(id: ${literal(devices.map(({ id }) => id))}) { ${whole} access { user { id } } }`,
  ({ devices }, account) =>
    `account(id: "${account}") { device(id: ${literal(devices.map(({ id }) => id))}) { ${whole} } }`,
  (_world, account) =>
    `account(id: "${account}") { networks { id owner { id } connections { service { id device { id } } } } }`,
  ({ networks }, _account, random) =>
    `network(id: "${networks[random % (networks.length || 1)]?.id ?? 'n-0000000000000000'}") { id connections { service { id } } }`,
  (_world, account) =>
    `account(id: "${account}") { sessions { id target { id device { id } } } events { items { target { id } } } }`,
]

async function visibleTo(userId: AccountId, world: BuiltWorld): Promise<ReadonlySet<string>> {
  const { queries } = server.database
  const actor = await loadActor(queries, { userId, isOperator: false })
  const visible = new Set<string>()
  for (const device of await sightDevices(queries, actor, world.devices)) {
    if (!decide(actor, 'VIEW', device).allowed) continue
    visible.add(device.id)
    const service = device.id.replace('d-', 's-') as ServiceId // the one that each device has there
    if (decideService(actor, 'VIEW', device, service).allowed) visible.add(service)
  }
  for (const network of await sightNetworks(queries, actor, world.networks)) {
    if (decide(actor, 'VIEW', network).allowed) visible.add(network.id)
  }
  return visible
}

/** Everything in the answer that is the id of a device, a service or a network. */
function idsIn(answer: unknown): string[] {
  const texts = JSON.stringify(answer).match(/"[a-z]-[0-9a-z]{16}"/g) ?? []
  return texts.map((text) => text.slice(1, -1)).filter((id) => ['d', 's', 'n'].includes(idKindOf(id) ?? ''))
}

async function askMuch(world: BuiltWorld, id: AccountId, seed: number): Promise<number> {
  const person = await signIn(server, secret, { id, email: '' })
  const visible = await visibleTo(id, world)
  let shown = 0
  for (let count = 0; count < queriesEach; count += 1) {
    const account = world.people[Math.floor(count / asks.length) % world.people.length] ?? id
    const query = `{ login { ${asks[count % asks.length]?.(world, account, seed + count)} } }`
    const ids = idsIn((await person.query(query)).data)
    expect({ query, foreign: ids.filter((one) => !visible.has(one)) }).toEqual({ query, foreign: [] })
    shown += ids.length
  }
  return shown
}

it('in ten thousand questions nobody is shown anything that is not theirs to see', { timeout: 300_000 }, async () => {
  let shown = 0
  for (const [place, world] of fc.sample(worlds, { numRuns: worldsTried, seed: 2026 }).entries()) {
    const built = await buildWorld(server.database.queries, world)
    const asking = built.people.map((id, which) => askMuch(built, id, (place * accounts + which) * queriesEach))
    for (const count of await Promise.all(asking)) shown += count
  }
  expect(worldsTried * accounts * queriesEach).toBe(10_000)
  // The answers were not empty.
  expect(shown).toBeGreaterThan(10_000)
})
