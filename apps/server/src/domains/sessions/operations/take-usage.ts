// Takes a batch of a relay's figures about the connections that it carries.

import type { ConnectionId } from '@farport/vocabulary'
import type { SessionsContext } from '../context.ts'
import { saveUsage, type UsageOfConnection } from '../session-store.ts'

/** Those that are no live session: their ports should not be open. */
export async function takeUsage(
  context: SessionsContext,
  usages: readonly UsageOfConnection[],
): Promise<ConnectionId[]> {
  if (usages.length === 0) return []
  const last = new Map(usages.map((usage) => [usage.connectionId, usage]))
  const live = await saveUsage(context.connections.services.devices.database.queries, [...last.values()])
  return [...last.keys()].filter((id) => !live.has(id))
}
