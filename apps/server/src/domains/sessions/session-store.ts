// The SQL of sessions.

import { sql, type Selectable } from 'kysely'
import type { LocalState, PathKind, PathWhy, ProxyEnd, RouteMode } from '@farport/protocol'
import type { AccountId, ConnectionId, DeviceId, RelayId, ServiceId } from '@farport/vocabulary'
import type { Sessions } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { EventTarget } from '#platform/events'
import { readCheckpoints, writeCheckpoints } from './checkpoints.ts'
import type { Session, SessionHealth, SessionPath } from './session.ts'

function toSession(row: Selectable<Sessions>): Session {
  return {
    // All of it was parsed before it was written.
    id: row.id as ConnectionId,
    accountId: row.account_id as AccountId, // see above
    deviceId: row.device_id as DeviceId, // see above
    serviceId: row.service_id as ServiceId, // see above
    userId: (row.user_id as AccountId | null) ?? undefined, // see above
    isProxy: row.is_proxy,
    route: (row.route ?? undefined) as RouteMode | undefined, // see above
    initiatorPlatform: row.initiator_platform,
    target: row.target as unknown as EventTarget, // see above
    beganAt: row.began_at,
    source: row.source ?? undefined,
    txBytes: row.tx_bytes,
    rxBytes: row.rx_bytes,
    streams: row.streams,
    path: toPath(row),
    health: toHealth(row),
  }
}

function toPath(row: Selectable<Sessions>): SessionPath | undefined {
  if (row.path === null || row.path_at === null) return undefined
  return {
    kind: row.path as PathKind, // parsed before it was written
    remote: row.path_remote ?? undefined,
    relay: (row.path_relay as RelayId | null) ?? undefined, // likewise
    why: (row.path_why as PathWhy | null) ?? undefined, // likewise
    reason: row.path_reason ?? undefined,
    roundTripMs: row.round_trip_ms ?? undefined,
    loss: row.loss ?? undefined,
    at: row.path_at,
  }
}

function toHealth(row: Selectable<Sessions>): SessionHealth | undefined {
  const { health_state: state, checkpoints, error_code: code, error_message: message } = row
  if (state === null || checkpoints === null) return undefined
  return {
    state: state as LocalState, // parsed before it was written
    checkpoints: readCheckpoints(checkpoints),
    error: code === null || message === null ? undefined : { code, message },
  }
}

/** One that is there already stays as it is. False: it was. */
export async function insertSession(tx: Tx, session: Session, toldAt?: Date): Promise<boolean> {
  const row = await tx
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      id: session.id,
      device_id: session.deviceId,
      service_id: session.serviceId,
      user_id: session.userId ?? null,
      is_proxy: session.isProxy,
      route: session.route ?? null,
      initiator_platform: session.initiatorPlatform,
      target: JSON.stringify(session.target),
      began_at: session.beganAt,
      source: session.source ?? null,
      told_at: toldAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
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

/** Bytes since its relay opened the port, the last time it did, or since its initiator began to count. */
export interface UsageOfConnection {
  readonly accountId: AccountId
  readonly connectionId: ConnectionId
  readonly txBytes: number
  readonly rxBytes: number
  readonly streams: number
  readonly source?: string | undefined
  /** Undefined: it stays as it is. */
  readonly path?: SessionPath | undefined
  /** Likewise. */
  readonly health?: SessionHealth | undefined
}

/** A counter that went down was begun anew: all that it says has come on top. */
const added = (column: 'tx' | 'rx') => {
  const [told, before] = [sql.ref(`usage.${column}_bytes`), sql.ref(`sessions.${column}_reported`)]
  const more = sql`case
    when usage.tx_bytes < sessions.tx_reported or usage.rx_bytes < sessions.rx_reported then ${told}
    else ${told} - ${before}
  end`
  // Whoever counts wrong again and again stands at the end of all counting.
  return sql`least(${sql.ref(`sessions.${column}_bytes`)}::numeric + ${more}, 9e18)::bigint`
}

/** Where none was told, what was told before stays. */
const pathColumns = [
  'path',
  'path_remote',
  'path_relay',
  'path_why',
  'path_reason',
  'round_trip_ms',
  'loss',
  'path_at',
] as const
const healthColumns = ['health_state', 'checkpoints', 'error_code', 'error_message'] as const
const whereTold = (told: 'path' | 'health_state', columns: readonly string[]) =>
  sql.join(
    columns.map(
      (column) =>
        sql`${sql.ref(column)} = case when ${sql.ref(`usage.${told}`)} is null then ${sql.ref(`sessions.${column}`)}
          else ${sql.ref(`usage.${column}`)} end`,
    ),
  )

/** Of the whole session, in decimal. */
export interface SessionTotals {
  readonly txBytes: string
  readonly rxBytes: string
}

/** One statement for the whole batch. Gives the live sessions among them, with their sums. */
export async function saveUsage(
  queries: Queries,
  usages: readonly UsageOfConnection[],
): Promise<Map<ConnectionId, SessionTotals>> {
  // Locked in one order first, so that two batches never wait for each other crosswise.
  const answer = await sql<{ id: string; tx_bytes: string; rx_bytes: string }>`
    with usage as (
      select * from unnest(
        ${usages.map((usage) => usage.accountId)}::text[],
        ${usages.map((usage) => usage.connectionId)}::uuid[],
        ${usages.map((usage) => usage.txBytes)}::bigint[],
        ${usages.map((usage) => usage.rxBytes)}::bigint[],
        ${usages.map((usage) => usage.streams)}::integer[],
        ${usages.map((usage) => usage.source ?? null)}::text[],
        ${usages.map((usage) => usage.path?.kind ?? null)}::text[],
        ${usages.map((usage) => usage.path?.remote ?? null)}::text[],
        ${usages.map((usage) => usage.path?.relay ?? null)}::text[],
        ${usages.map((usage) => usage.path?.why ?? null)}::text[],
        ${usages.map((usage) => usage.path?.reason ?? null)}::text[],
        ${usages.map((usage) => usage.path?.roundTripMs ?? null)}::real[],
        ${usages.map((usage) => usage.path?.loss ?? null)}::real[],
        ${usages.map((usage) => usage.path?.at ?? null)}::timestamptz[],
        ${usages.map((usage) => usage.health?.state ?? null)}::text[],
        ${usages.map(({ health }) => (health === undefined ? null : writeCheckpoints(health.checkpoints)))}::text[],
        ${usages.map((usage) => usage.health?.error?.code ?? null)}::integer[],
        ${usages.map((usage) => usage.health?.error?.message ?? null)}::text[]
      ) as usage (
        account_id, id, tx_bytes, rx_bytes, streams, source, ${sql.raw([...pathColumns, ...healthColumns].join(', '))}
      )
    ), live as (
      select sessions.account_id, sessions.id from sessions
      where (sessions.account_id, sessions.id) in (select account_id, id from usage) and sessions.ended_at is null
      order by sessions.account_id, sessions.id
      for update
    )
    update sessions set
      tx_bytes = ${added('tx')},
      rx_bytes = ${added('rx')},
      tx_reported = usage.tx_bytes,
      rx_reported = usage.rx_bytes,
      streams = usage.streams,
      source = coalesce(usage.source, sessions.source),
      ${whereTold('path', pathColumns)},
      ${whereTold('health_state', healthColumns)},
      told_at = case when sessions.told_at is null then null else greatest(sessions.told_at, now()) end
    from usage join live using (account_id, id)
    where sessions.account_id = usage.account_id and sessions.id = usage.id
    returning sessions.id, sessions.tx_bytes, sessions.rx_bytes`.execute(queries)
  return new Map(
    // Ids that were given.
    answer.rows.map((row) => [row.id as ConnectionId, { txBytes: row.tx_bytes, rxBytes: row.rx_bytes }]),
  )
}

/** Of links, whose relays have not told of them since. Held until the transaction ends. */
export async function silentVisits(
  tx: Tx,
  wanted: { toldBefore: Date; countMax: number },
): Promise<{ accountId: AccountId; id: ConnectionId }[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select(['account_id', 'id'])
    .where('ended_at', 'is', null)
    .where('told_at', '<', wanted.toldBefore)
    .orderBy('told_at')
    .limit(wanted.countMax)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => ({ accountId: row.account_id as AccountId, id: row.id as ConnectionId })) // as toSession
}

/** Of the account's devices; with `ofUser`, also those that this person opened to devices of others. */
export async function liveSessions(
  queries: Queries,
  wanted: {
    accountId: AccountId
    ofUser: AccountId | undefined
    ids: readonly ConnectionId[] | undefined
    countMax: number
  },
): Promise<Session[]> {
  const newest = (column: 'account_id' | 'user_id', id: AccountId) => {
    let query = queries.selectFrom('sessions').selectAll().where(column, '=', id).where('ended_at', 'is', null)
    if (wanted.ids !== undefined) query = query.where('id', '=', sql<string>`any(${wanted.ids}::uuid[])`)
    return query.orderBy('began_at', 'desc').orderBy('id', 'desc').limit(wanted.countMax)
  }
  // Each by its own index. A person's own sessions to their own devices come twice.
  const rows = await Promise.all([
    newest('account_id', wanted.accountId).execute(),
    wanted.ofUser === undefined ? [] : newest('user_id', wanted.ofUser).execute(),
  ])
  const byId = new Map(rows.flat().map((row) => [row.id, toSession(row)]))
  return [...byId.values()].toSorted(newestFirst).slice(0, wanted.countMax)
}

const newestFirst = (one: Session, other: Session): number =>
  other.beganAt.getTime() - one.beganAt.getTime() || (one.id < other.id ? 1 : -1)

export async function countLiveSessions(
  queries: Queries,
  accountId: AccountId,
): Promise<{ inbound: number; outbound: number }> {
  const answer = await sql<{ inbound: string; outbound: string }>`
    select
      (select count(*) from sessions where account_id = ${accountId} and ended_at is null) as inbound,
      (select count(*) from sessions where user_id = ${accountId} and ended_at is null) as outbound`.execute(queries)
  return { inbound: Number(answer.rows[0]?.inbound ?? 0), outbound: Number(answer.rows[0]?.outbound ?? 0) }
}

export interface RatedRow {
  readonly accountId: AccountId
  readonly id: ConnectionId
  readonly serviceId: ServiceId
  readonly endedAt: Date | undefined
  readonly rating: number | undefined
}

/** A session that this person opened. Held until the transaction ends. */
export async function findRatedSession(
  tx: Tx,
  wanted: { id: ConnectionId; userId: AccountId },
): Promise<RatedRow | undefined> {
  const row = await tx
    .selectFrom('sessions')
    .select(['account_id', 'service_id', 'ended_at', 'rating'])
    .where('id', '=', wanted.id)
    .where('user_id', '=', wanted.userId)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      accountId: row.account_id as AccountId, // parsed before it was written
      id: wanted.id,
      serviceId: row.service_id as ServiceId, // likewise
      endedAt: row.ended_at ?? undefined,
      rating: row.rating ?? undefined,
    }
  )
}

export async function saveRating(
  tx: Tx,
  session: { accountId: AccountId; id: ConnectionId },
  rating: number,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ rating })
    .where('account_id', '=', session.accountId)
    .where('id', '=', session.id)
    .execute()
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
