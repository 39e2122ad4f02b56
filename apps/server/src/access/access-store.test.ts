import { permissions, type Permission } from '@farport/vocabulary'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWorld, worlds } from './test-worlds.ts'
import { createTestDatabase, type TestDatabase } from '#platform/test-database'
import {
  anyDeviceClause,
  anyNetworkClause,
  clausesFor,
  decide,
  loadActor,
  sightDevices,
  sightNetworks,
  type Actor,
  type Clause,
  type ResourceFacts,
} from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** What of these the clauses find in SQL. */
async function bySql(
  table: 'devices' | 'networks',
  clauses: readonly Clause[],
  ids: readonly string[],
): Promise<string[]> {
  const isOneOf = sql<string>`any(${ids}::text[])`
  const found =
    table === 'devices'
      ? database.queries
          .selectFrom('devices')
          .select('devices.id')
          .where('devices.id', '=', isOneOf)
          .where((expression) => anyDeviceClause(expression, clauses))
      : database.queries
          .selectFrom('networks')
          .select('networks.id')
          .where('networks.id', '=', isOneOf)
          .where((expression) => anyNetworkClause(expression, clauses))
  return (await found.execute()).map((row) => row.id).toSorted()
}

const byRules = (actor: Actor, permission: Permission, things: readonly ResourceFacts[]): string[] =>
  things
    .filter((thing) => decide(actor, permission, thing).allowed)
    .map(({ id }) => id)
    .toSorted()

it('in any world, TypeScript and SQL say the same of who may do what with what', { timeout: 120_000 }, async () => {
  const seen = { devices: 0, networks: 0 }
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { people, ...things } = await buildWorld(database.queries, world)
      for (const userId of people) {
        const actor = await loadActor(database.queries, { userId, isOperator: false })
        const sighted = {
          devices: await sightDevices(database.queries, actor, things.devices),
          networks: await sightNetworks(database.queries, actor, things.networks),
        }
        for (const table of ['devices', 'networks'] as const) {
          const ids = things[table].map(({ id }) => id)
          for (const permission of permissions) {
            const expected = byRules(actor, permission, sighted[table])
            expect(await bySql(table, clausesFor(actor, permission), ids)).toEqual(expected)
            seen[table] += sighted[table].filter((one) => one.accountId !== userId && expected.includes(one.id)).length
          }
        }
      }
    }),
    { numRuns: 100 },
  )
  // The worlds are not empty: people did reach what belongs to others.
  expect(seen.devices).toBeGreaterThan(500)
  expect(seen.networks).toBeGreaterThan(50)
})
