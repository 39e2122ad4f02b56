// Takes a batch of a relay's figures about the connections that it carries.

import type { Usage } from '@farport/protocol'
import type { ConnectionId, RelayId } from '@farport/vocabulary'
import type { SessionsContext } from '../context.ts'
import { addToHistories, type ToldPoint } from './add-to-histories.ts'
import { measuredOf, proxyPath } from '../session.ts'
import { saveUsage, type SessionTotals } from '../session-store.ts'

/** Those that are no live session: their ports should not be open. */
export async function takeUsage(
  context: SessionsContext,
  relayId: RelayId,
  usages: readonly Usage[],
): Promise<ConnectionId[]> {
  if (usages.length === 0) return []
  const { database, clock } = context.connections.services.devices
  const last = new Map(usages.map((usage) => [usage.connectionId, usage]))
  const at = new Date(clock.now())
  const told = [...last.values()].map((usage) => ({ ...usage, path: proxyPath(relayId, at, usage) }))
  const live = await database.transaction(async (tx) => {
    const kept = await saveUsage(tx, told)
    await addToHistories(tx, [...last.values()].flatMap(pointsOf(kept, at.getTime())))
    return kept
  })
  return [...last.keys()].filter((id) => !live.has(id))
}

const pointsOf =
  (kept: ReadonlyMap<ConnectionId, SessionTotals>, at: number) =>
  (usage: Usage): ToldPoint[] => {
    const { accountId, connectionId: id, streams } = usage
    const totals = kept.get(id)
    const point = { at, path: 'relay', ...measuredOf(usage), streams } as const
    return totals === undefined ? [] : [{ accountId, id, point: { ...point, ...totals } }]
  }
