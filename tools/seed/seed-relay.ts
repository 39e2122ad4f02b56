// A relay that vouches for the seeded devices, so that the server does not find them lost. Nothing listens there.

import type { Queries } from '../../apps/server/src/platform/database.ts'

/** Well-formed, and no relay's: a random id would be. */
const id = 'r-0000000000000000'
const vouchesForMs = 365 * 86_400_000

/** Agents that come are offered it last: by its load it is full. */
export async function ensureSeedRelay(queries: Queries, nowMs: number): Promise<string> {
  const present = { lease_until: new Date(nowMs + vouchesForMs), agents: 2_147_483_647 }
  await queries
    .insertInto('relays')
    .values({
      id,
      public_key: 'seeded',
      host: '127.0.0.1',
      port: 9,
      version: 'seed',
      joined_at: new Date(nowMs),
      ...present,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(present))
    .execute()
  return id
}
