// The SQL of where devices are. Facts come in batches, and leave in one statement each.

import { sql } from 'kysely'
import type { AccountId, DeviceId, RelayId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { DeviceStateChange } from './context.ts'
import type { Presence } from './presence.ts'

export interface PresenceRow {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly deviceName: string
  readonly platform: number
  readonly revision: number
  readonly revisedAt: Date
  readonly presence: Presence
}

/** Locked in one order, so that two batches with the same devices wait for each other instead of colliding. */
export async function lockPresence(
  tx: Tx,
  devices: readonly { accountId: AccountId; deviceId: DeviceId }[],
): Promise<PresenceRow[]> {
  const rows = await tx
    .selectFrom('device_presence')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.account_id', '=', 'device_presence.account_id')
        .onRef('devices.id', '=', 'device_presence.device_id'),
    )
    .selectAll('device_presence')
    .select(['devices.name', 'devices.platform', 'devices.revision', 'devices.revised_at'])
    .where(
      sql<boolean>`(device_presence.account_id, device_presence.device_id) in (
        select * from unnest(${devices.map((one) => one.accountId)}::text[], ${devices.map((one) => one.deviceId)}::text[]))`,
    )
    .orderBy('device_presence.account_id')
    .orderBy('device_presence.device_id')
    .forUpdate('device_presence')
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id as AccountId, // parsed before it was written, as are the ids below
    deviceId: row.device_id as DeviceId, // likewise
    deviceName: row.name,
    platform: row.platform,
    revision: Number(row.revision),
    revisedAt: row.revised_at,
    presence: {
      isOnline: row.is_online,
      relayId: (row.relay_id as RelayId | null) ?? undefined, // likewise
      enteredAt: row.entered_at.getTime(),
      factAt: row.fact_at.getTime(),
      onlineSince: row.online_since?.getTime(),
      offlineSince: row.offline_since?.getTime(),
      externalAddress: row.external_address ?? undefined,
      internalAddress: row.internal_address ?? undefined,
      agentVersion: row.agent_version ?? undefined,
    },
  }))
}

/** Where devices are now that were told under the account that they had before. */
export async function findMovedDevices(
  tx: Tx,
  deviceIds: readonly DeviceId[],
): Promise<{ accountId: AccountId; deviceId: DeviceId }[]> {
  const rows = await tx
    .selectFrom('devices')
    .select(['account_id', 'id'])
    .where('id', '=', sql<string>`any(${deviceIds}::text[])`)
    .execute()
  // Ids were parsed before they were written.
  return rows.map((row) => ({ accountId: row.account_id as AccountId, deviceId: row.id as DeviceId }))
}

/** Lists sort by when a device last reported; what only repeats itself moves it no more often than this. */
const reportedEveryMs = 15 * 60_000

/** `toldAt`: when the relay told it, by our clock, so that what waited for its turn confirms no more than it knew. */
export async function savePresence(
  tx: Tx,
  rows: readonly { accountId: AccountId; deviceId: DeviceId; presence: Presence }[],
  toldAt: Date,
): Promise<void> {
  if (rows.length === 0) return
  const presences = rows.map((row) => row.presence)
  const moments = (pick: (presence: Presence) => number | undefined) =>
    presences.map((presence) => {
      const ms = pick(presence)
      return ms === undefined ? null : new Date(ms).toISOString()
    })
  const reportedBefore = new Date(toldAt.getTime() - reportedEveryMs)
  await sql`
    update device_presence as known set
      is_online = fact.is_online,
      relay_id = fact.relay_id,
      entered_at = fact.entered_at,
      fact_at = fact.fact_at,
      confirmed_at = greatest(known.confirmed_at, ${toldAt}),
      reported_at = case
        when known.is_online = fact.is_online and known.reported_at > ${reportedBefore} then known.reported_at
        else greatest(known.reported_at, ${toldAt}) end,
      averages_due_at = case
        when known.is_online = fact.is_online then known.averages_due_at
        else least(known.averages_due_at, ${toldAt}) end,
      online_since = fact.online_since,
      offline_since = fact.offline_since,
      external_address = fact.external_address,
      internal_address = fact.internal_address,
      agent_version = fact.agent_version
    from unnest(
      ${rows.map((row) => row.accountId)}::text[],
      ${rows.map((row) => row.deviceId)}::text[],
      ${presences.map((presence) => presence.isOnline)}::boolean[],
      ${presences.map((presence) => presence.relayId ?? null)}::text[],
      ${moments((presence) => presence.enteredAt)}::timestamptz[],
      ${moments((presence) => presence.factAt)}::timestamptz[],
      ${moments((presence) => presence.onlineSince)}::timestamptz[],
      ${moments((presence) => presence.offlineSince)}::timestamptz[],
      ${presences.map((presence) => presence.externalAddress ?? null)}::text[],
      ${presences.map((presence) => presence.internalAddress ?? null)}::text[],
      ${presences.map((presence) => presence.agentVersion ?? null)}::text[]
    ) as fact (account_id, device_id, is_online, relay_id, entered_at, fact_at, online_since, offline_since,
      external_address, internal_address, agent_version)
    where known.account_id = fact.account_id and known.device_id = fact.device_id`.execute(tx)
}

export interface LostDevices {
  readonly relayId: RelayId
  readonly confirmedBefore: Date
  /** The last that was heard of the relay, or of them. */
  readonly since: Date
}

/**
 * Marks some of the devices offline that the relay has not confirmed since; another process may be at the others.
 * The fact's moments stay: whatever the relay says when it is back is no older.
 */
export async function markUnconfirmedOffline(
  tx: Tx,
  lost: LostDevices & { countMax: number },
): Promise<DeviceStateChange[]> {
  const found = tx
    .selectFrom('device_presence')
    .select(['account_id', 'device_id'])
    .where('relay_id', '=', lost.relayId)
    .where('is_online', '=', true)
    .where('confirmed_at', '<', lost.confirmedBefore)
    .limit(lost.countMax)
    .forUpdate()
    .skipLocked()
  const rows = await tx
    .with('found', () => found)
    .updateTable('device_presence')
    .from(['found', 'devices'])
    .set({
      is_online: false,
      offline_since: sql`greatest(${lost.since}::timestamptz, device_presence.online_since)`,
      averages_due_at: sql`least(device_presence.averages_due_at, ${lost.since}::timestamptz)`,
    })
    .whereRef('device_presence.account_id', '=', 'found.account_id')
    .whereRef('device_presence.device_id', '=', 'found.device_id')
    .whereRef('devices.account_id', '=', 'found.account_id')
    .whereRef('devices.id', '=', 'found.device_id')
    .returning(['found.account_id', 'found.device_id', 'devices.name', 'devices.platform', 'offline_since'])
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id as AccountId, // parsed before it was written
    deviceId: row.device_id as DeviceId, // likewise
    deviceName: row.name,
    platform: row.platform,
    isOnline: false,
    at: row.offline_since ?? lost.since,
  }))
}

/** Relays at which devices count as online: a step through the index for each, however many devices there are. */
export async function relaysWithDevices(queries: Queries): Promise<RelayId[]> {
  const { rows } = await sql<{ relay_id: RelayId }>`
    with recursive holders (relay_id) as (
      (select relay_id from device_presence where is_online order by relay_id limit 1)
      union all
      select (select next.relay_id from device_presence as next
        where next.is_online and next.relay_id > holders.relay_id order by next.relay_id limit 1)
      from holders where holders.relay_id is not null
    )
    select relay_id from holders where relay_id is not null`.execute(queries)
  return rows.map((row) => row.relay_id)
}
