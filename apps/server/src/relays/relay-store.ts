// The SQL of relays and their leases.

import { sql } from 'kysely'
import type { RelayPlace } from '@farport/protocol'
import type { RelayId } from '@farport/vocabulary'
import { violatedConstraint, type Queries } from '#platform/database'

/** False when the id belongs to another key, or the key to another id: then it is another relay, or a forgery. */
export async function saveJoinedRelay(
  queries: Queries,
  relay: RelayPlace & { version: string; joinedAt: Date; leaseUntil: Date },
): Promise<boolean> {
  const { id, publicKey, host, port, stunPorts, version, joinedAt, leaseUntil } = relay
  const stun = { stun_ports: stunPorts === undefined ? null : [...stunPorts] }
  const present = { host, port, ...stun, version, joined_at: joinedAt, lease_until: leaseUntil }
  try {
    const row = await queries
      .insertInto('relays')
      .values({ id, public_key: publicKey, ...present })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(present).where('relays.public_key', '=', publicKey))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  } catch (error) {
    if (violatedConstraint(error) === 'relays_public_key_key') return false
    throw error
  }
}

export async function renewLease(
  queries: Queries,
  relayId: RelayId,
  present: { leaseUntil: Date; agents: number; proxies: number; streams: number },
): Promise<void> {
  const { leaseUntil, ...load } = present
  await queries
    .updateTable('relays')
    .set({ lease_until: leaseUntil, ...load })
    .where('id', '=', relayId)
    .execute()
}

/** Unless a later one has begun: what an earlier socket of the relay told may still be waiting for its turn. */
export async function saveSnapshotBegin(queries: Queries, relayId: RelayId, at: Date): Promise<void> {
  await queries
    .updateTable('relays')
    .set({ snapshot_at: at, settles_at: null })
    .where('id', '=', relayId)
    .where(({ or, eb }) => or([eb('snapshot_at', 'is', null), eb('snapshot_at', '<', at)]))
    .execute()
}

export async function saveSnapshotEnd(
  queries: Queries,
  relayId: RelayId,
  { at, settlesAt }: { at: Date; settlesAt: Date },
): Promise<void> {
  await queries
    .updateTable('relays')
    .set({ settles_at: settlesAt })
    .where('id', '=', relayId)
    .where('snapshot_at', '<=', at)
    .execute()
}

/** Puts it off while agents keep coming back, as long as is allowed. */
export async function settleLater(
  queries: Queries,
  relayId: RelayId,
  { settlesAt, afterSnapshotMsMax }: { settlesAt: Date; afterSnapshotMsMax: number },
): Promise<void> {
  const latest = sql<Date>`snapshot_at + ${afterSnapshotMsMax} * interval '1 millisecond'`
  await queries
    .updateTable('relays')
    .set({ settles_at: sql<Date>`least(${settlesAt}::timestamptz, ${latest})` })
    .where('id', '=', relayId)
    .where('settles_at', '<', sql<Date>`least(${settlesAt}::timestamptz, ${latest})`)
    .execute()
}

/** Done with, unless another snapshot has begun since. */
export async function clearSnapshot(queries: Queries, relayId: RelayId, snapshotAt: Date): Promise<void> {
  await queries
    .updateTable('relays')
    .set({ snapshot_at: null, settles_at: null })
    .where('id', '=', relayId)
    .where('snapshot_at', '=', snapshotAt)
    .execute()
}

export interface RelayLease {
  readonly id: RelayId
  readonly leaseUntil: Date
  readonly snapshotAt: Date | undefined
  readonly settlesAt: Date | undefined
}

export async function relayLeases(queries: Queries): Promise<RelayLease[]> {
  const rows = await queries.selectFrom('relays').select(['id', 'lease_until', 'snapshot_at', 'settles_at']).execute()
  return rows.map((row) => ({
    id: row.id as RelayId, // parsed before it was written
    leaseUntil: row.lease_until,
    snapshotAt: row.snapshot_at ?? undefined,
    settlesAt: row.settles_at ?? undefined,
  }))
}

/** At most this many relays are offered to an agent. */
const offeredMax = 64

export async function relaysWithLease(queries: Queries, now: Date): Promise<RelayPlace[]> {
  const rows = await queries
    .selectFrom('relays')
    .select(['id', 'public_key', 'host', 'port', 'stun_ports'])
    .where('lease_until', '>', now)
    .orderBy('agents')
    .limit(offeredMax)
    .execute()
  return rows.map(({ id, public_key: publicKey, host, port, stun_ports: stun }) => {
    const [first, second] = stun ?? []
    const stunPorts: RelayPlace['stunPorts'] = first === undefined || second === undefined ? undefined : [first, second]
    // The id was parsed before it was written.
    return { id: id as RelayId, publicKey, host, port, ...(stunPorts !== undefined && { stunPorts }) }
  })
}

export async function publicKeyOfRelay(queries: Queries, relayId: RelayId): Promise<string | undefined> {
  const row = await queries.selectFrom('relays').select('public_key').where('id', '=', relayId).executeTakeFirst()
  return row?.public_key
}

export async function relaysLostBefore(queries: Queries, moment: Date): Promise<RelayId[]> {
  const rows = await queries.selectFrom('relays').select('id').where('lease_until', '<', moment).execute()
  return rows.map((row) => row.id as RelayId) // parsed before it was written
}

/** Relays that were not seen for so long, and that no device counts as its own. */
export async function deleteRelaysLostBefore(queries: Queries, moment: Date): Promise<void> {
  await queries
    .deleteFrom('relays')
    .where('lease_until', '<', moment)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_presence')
            .select('device_id')
            .whereRef('device_presence.relay_id', '=', 'relays.id')
            .where('is_online', '=', true),
        ),
      ),
    )
    .execute()
}
