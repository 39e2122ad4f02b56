// Takes a batch of a relay's figures about the connections that it carries.

import type { ConnectionId } from '@farport/vocabulary'
import type { SessionsContext } from '../context.ts'
import { addToHistories, type ToldPoint } from './add-to-histories.ts'
import { saveUsage, type SessionTotals, type UsageOfConnection } from '../session-store.ts'

/** Those that are no live session: their ports should not be open. */
export async function takeUsage(
  context: SessionsContext,
  usages: readonly UsageOfConnection[],
): Promise<ConnectionId[]> {
  if (usages.length === 0) return []
  const { database, clock } = context.connections.services.devices
  const last = new Map(usages.map((usage) => [usage.connectionId, usage]))
  const live = await database.transaction(async (tx) => {
    const kept = await saveUsage(tx, [...last.values()])
    await addToHistories(tx, [...last.values()].flatMap(pointsOf(kept, clock.now())))
    return kept
  })
  return [...last.keys()].filter((id) => !live.has(id))
}

const pointsOf =
  (kept: ReadonlyMap<ConnectionId, SessionTotals>, at: number) =>
  ({ accountId, connectionId: id, streams }: UsageOfConnection): ToldPoint[] => {
    const totals = kept.get(id)
    return totals === undefined ? [] : [{ accountId, id, point: { at, path: 'relay', ...totals, streams } }]
  }
