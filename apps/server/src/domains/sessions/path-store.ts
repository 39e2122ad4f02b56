// The SQL of the ways that the bytes of sessions take: as they are now, and over time.

import { sql } from 'kysely'
import type { AccountId, ConnectionId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { PathPoint } from './path-history.ts'
import type { SessionPath } from './session.ts'

export interface PathOfSession {
  readonly accountId: AccountId
  readonly id: ConnectionId
  readonly path: SessionPath
}

/** One statement for all. Of sessions that were locked before. */
export async function savePaths(tx: Tx, paths: readonly PathOfSession[]): Promise<void> {
  await sql`
    update sessions set
      path = told.path, path_remote = told.remote, path_reason = told.reason,
      round_trip_ms = told.round_trip_ms, loss = told.loss, path_at = told.at
    from unnest(
      ${paths.map((one) => one.accountId)}::text[],
      ${paths.map((one) => one.id)}::uuid[],
      ${paths.map(({ path }) => path.kind)}::text[],
      ${paths.map(({ path }) => path.remote ?? null)}::text[],
      ${paths.map(({ path }) => path.reason ?? null)}::text[],
      ${paths.map(({ path }) => path.roundTripMs ?? null)}::real[],
      ${paths.map(({ path }) => path.loss ?? null)}::real[],
      ${paths.map(({ path }) => path.at)}::timestamptz[]
    ) as told (account_id, id, path, remote, reason, round_trip_ms, loss, at)
    where (sessions.account_id, sessions.id) = (told.account_id, told.id)`.execute(tx)
}

export async function findHistories(
  queries: Queries,
  sessions: readonly { accountId: AccountId; id: ConnectionId }[],
): Promise<Map<ConnectionId, PathPoint[]>> {
  const rows = await queries
    .selectFrom('session_paths')
    .select(['session_id', 'points'])
    .where(
      sql<boolean>`(account_id, session_id) in (
        select * from unnest(${sessions.map((one) => one.accountId)}::text[], ${sessions.map((one) => one.id)}::uuid[]))`,
    )
    .execute()
  // Written from points, by ids that were parsed.
  return new Map(rows.map((row) => [row.session_id as ConnectionId, row.points as unknown as PathPoint[]]))
}

export async function saveHistories(
  tx: Tx,
  histories: readonly { accountId: AccountId; id: ConnectionId; points: readonly PathPoint[] }[],
): Promise<void> {
  if (histories.length === 0) return
  await tx
    .insertInto('session_paths')
    .values(
      histories.map(({ accountId, id, points }) => ({
        account_id: accountId,
        session_id: id,
        points: JSON.stringify(points),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'session_id'])
        .doUpdateSet((expression) => ({ points: expression.ref('excluded.points') })),
    )
    .execute()
}
