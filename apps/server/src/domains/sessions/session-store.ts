// The SQL of sessions.

import { sql, type Selectable } from 'kysely'
import type { ProxyEnd } from '@farport/protocol'
import type { AccountId, ConnectionId, DeviceId, ServiceId } from '@farport/vocabulary'
import type { Sessions } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { EventTarget } from '#platform/events'
import type { Session } from './session.ts'

function toSession(row: Selectable<Sessions>): Session {
  return {
    // All of it was parsed before it was written.
    id: row.id as ConnectionId,
    accountId: row.account_id as AccountId, // see above
    deviceId: row.device_id as DeviceId, // see above
    serviceId: row.service_id as ServiceId, // see above
    userId: row.user_id as AccountId, // see above
    isProxy: row.is_proxy,
    initiatorPlatform: row.initiator_platform,
    target: row.target as unknown as EventTarget, // see above
    beganAt: row.began_at,
    source: row.source ?? undefined,
    txBytes: row.tx_bytes,
    rxBytes: row.rx_bytes,
    streams: row.streams,
  }
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      id: session.id,
      device_id: session.deviceId,
      service_id: session.serviceId,
      user_id: session.userId,
      is_proxy: session.isProxy,
      initiator_platform: session.initiatorPlatform,
      target: JSON.stringify(session.target),
      began_at: session.beganAt,
    })
    .execute()
}

/** With the figures it ended with. Undefined when it never began, or ended before. */
export async function endSessionRow(
  tx: Tx,
  session: { accountId: AccountId; id: ConnectionId },
  how: { end: ProxyEnd; at: Date },
): Promise<Session | undefined> {
  const row = await tx
    .updateTable('sessions')
    .set({ ended_at: how.at, end_reason: how.end, streams: 0 })
    .where('account_id', '=', session.accountId)
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toSession(row)
}

/** Bytes since its relay opened the port, the last time it did. */
export interface UsageOfConnection {
  readonly accountId: AccountId
  readonly connectionId: ConnectionId
  readonly txBytes: number
  readonly rxBytes: number
  readonly streams: number
  readonly source?: string | undefined
}

/** A counter that went down was begun anew: all that it says has come on top. */
const added = (column: 'tx' | 'rx') => {
  const [told, before] = [sql.ref(`usage.${column}_bytes`), sql.ref(`sessions.${column}_reported`)]
  return sql`case
    when usage.tx_bytes < sessions.tx_reported or usage.rx_bytes < sessions.rx_reported then ${told}
    else ${told} - ${before}
  end`
}

/** One statement for the whole batch. Gives the ids of the live sessions among them. */
export async function saveUsage(queries: Queries, usages: readonly UsageOfConnection[]): Promise<Set<ConnectionId>> {
  // Locked in one order first, so that two batches never wait for each other crosswise.
  const answer = await sql<{ id: string }>`
    with usage as (
      select * from unnest(
        ${usages.map((usage) => usage.accountId)}::text[],
        ${usages.map((usage) => usage.connectionId)}::uuid[],
        ${usages.map((usage) => usage.txBytes)}::bigint[],
        ${usages.map((usage) => usage.rxBytes)}::bigint[],
        ${usages.map((usage) => usage.streams)}::integer[],
        ${usages.map((usage) => usage.source ?? null)}::text[]
      ) as usage (account_id, id, tx_bytes, rx_bytes, streams, source)
    ), live as (
      select sessions.account_id, sessions.id from sessions
      where (sessions.account_id, sessions.id) in (select account_id, id from usage) and sessions.ended_at is null
      order by sessions.account_id, sessions.id
      for update
    )
    update sessions set
      tx_bytes = sessions.tx_bytes + ${added('tx')},
      rx_bytes = sessions.rx_bytes + ${added('rx')},
      tx_reported = usage.tx_bytes,
      rx_reported = usage.rx_bytes,
      streams = usage.streams,
      source = coalesce(usage.source, sessions.source)
    from usage join live using (account_id, id)
    where sessions.account_id = usage.account_id and sessions.id = usage.id
    returning sessions.id`.execute(queries)
  return new Set(answer.rows.map((row) => row.id as ConnectionId)) // an id that was given
}

export async function liveSessions(
  queries: Queries,
  wanted: { accountId: AccountId; ids: readonly ConnectionId[] | undefined; countMax: number },
): Promise<Session[]> {
  let query = queries
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', wanted.accountId)
    .where('ended_at', 'is', null)
  if (wanted.ids !== undefined) query = query.where('id', '=', sql<string>`any(${wanted.ids}::uuid[])`)
  const rows = await query.orderBy('began_at', 'desc').orderBy('id', 'desc').limit(wanted.countMax).execute()
  return rows.map(toSession)
}

export async function findSessions(queries: Queries, ids: readonly ConnectionId[]): Promise<Session[]> {
  const rows = await queries
    .selectFrom('sessions')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(toSession)
}

/** How many went. */
export async function deleteSessionsEndedBefore(queries: Queries, moment: Date): Promise<number> {
  const answer = await queries.deleteFrom('sessions').where('ended_at', '<', moment).executeTakeFirst()
  return Number(answer.numDeletedRows)
}
