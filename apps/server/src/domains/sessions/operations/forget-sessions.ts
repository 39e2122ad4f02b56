// Forgets sessions that ended long ago; the log keeps what is worth keeping of them.

import type { SessionsContext } from '../context.ts'
import { deleteSessionsEndedBefore } from '../session-store.ts'

export const sessionsKeptMs = 30 * 24 * 60 * 60_000

export async function forgetSessions(context: SessionsContext): Promise<number> {
  const { clock, database } = context.connections.services.devices
  return deleteSessionsEndedBefore(database.queries, new Date(clock.now() - sessionsKeptMs))
}
