// The SQL of peers, beside what they share with every connection (connection-store.ts).

import { sql } from 'kysely'
import type { AccountId, ConnectionId, DeviceId, ServiceId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { factColumns, progressColumns, toPeer } from './connection-store.ts'
import type { PeerConnection } from './peer.ts'

/** False when a live one for the same key is there already. */
export async function insertPeer(tx: Tx, peer: PeerConnection): Promise<boolean> {
  const row = await tx
    .insertInto('connections')
    .values({
      ...factColumns(peer),
      kind: 'peer',
      relay_id: peer.relayId ?? null,
      initiator_key: peer.initiatorKey,
      route: peer.route,
      ...progressColumns(peer.progress),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Held until the transaction ends. */
export async function findLivePeer(
  tx: Tx,
  like: Pick<PeerConnection, 'accountId' | 'serviceId' | 'userId' | 'initiatorKey'>,
): Promise<PeerConnection | undefined> {
  const row = await tx
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', like.accountId)
    .where('service_id', '=', like.serviceId)
    .where('user_id', '=', like.userId)
    .where('initiator_key', '=', like.initiatorKey)
    .where('kind', '=', 'peer')
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  return row && toPeer(row)
}

/** It lives on under another ticket. */
export async function saveRenewal(tx: Tx, peer: PeerConnection): Promise<void> {
  await tx
    .updateTable('connections')
    .set({
      route: peer.route,
      relay_id: peer.relayId ?? null,
      access_key: peer.accessKey ?? null,
      session_id: peer.sessionId ?? null,
      expires_at: peer.expiresAt,
    })
    .where('account_id', '=', peer.accountId)
    .where('id', '=', peer.id)
    .execute()
}

/** No further than `countMax`: whoever has so many gets no more. */
export async function countPeersOf(tx: Tx, userId: AccountId, countMax: number): Promise<number> {
  const answer = await sql<{ count: string }>`
    select count(*) as count from (
      select from connections where user_id = ${userId} and kind = 'peer' and state = 'open' limit ${countMax}
    ) as live`.execute(tx)
  return Number(answer.rows[0]?.count ?? 0)
}

/** What the user's agents have open to these services, newest first. */
export async function openPeers(
  queries: Queries,
  wanted: { serviceIds: readonly ServiceId[]; userId: AccountId },
): Promise<PeerConnection[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('service_id', '=', sql<string>`any(${wanted.serviceIds}::text[])`)
    .where('user_id', '=', wanted.userId)
    .where('kind', '=', 'peer')
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toPeer)
}

/** Those of one initiator among these, whether they live or are over. */
export async function peersOfInitiator(
  queries: Queries,
  wanted: { initiatorKey: string; ids: readonly ConnectionId[] },
): Promise<PeerConnection[]> {
  const rows = await queries
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', sql<string>`any(${wanted.ids}::uuid[])`)
    .where('kind', '=', 'peer')
    .where('initiator_key', '=', wanted.initiatorKey)
    .execute()
  return rows.map(toPeer)
}

/** Those of these devices that are over while a ticket of theirs may still be good. */
export async function closingPeersOfDevices(
  queries: Queries,
  deviceIds: readonly DeviceId[],
): Promise<Pick<PeerConnection, 'id' | 'deviceId'>[]> {
  const rows = await queries
    .selectFrom('connections')
    .select(['id', 'device_id'])
    .where('device_id', '=', sql<string>`any(${deviceIds}::text[])`)
    .where('kind', '=', 'peer')
    .where('state', '=', 'closing')
    .execute()
  return rows.map((row) => ({ id: row.id as ConnectionId, deviceId: row.device_id as DeviceId })) // parsed before
}

/** Some of those whose last ticket is over, and that no other process is busy with. */
export async function expiredPeers(
  tx: Tx,
  { expiresBefore, countMax }: { expiresBefore: Date; countMax: number },
): Promise<PeerConnection[]> {
  const rows = await tx
    .selectFrom('connections')
    .selectAll()
    .where('kind', '=', 'peer')
    .where('expires_at', '<', expiresBefore)
    .orderBy('id')
    .limit(countMax)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toPeer)
}
