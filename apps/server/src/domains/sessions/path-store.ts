// The SQL of how the ways of sessions' bytes went over time. How they are now stands with the session.

import { sql } from 'kysely'
import type { AccountId, ConnectionId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { PathPoint } from './path-history.ts'

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
