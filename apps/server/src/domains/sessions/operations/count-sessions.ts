// How many sessions are live, to the devices of an account, and opened by it.

import type { AccountId } from '@farport/vocabulary'
import { hasWholeAccount, type Actor } from '../../../access/index.ts'
import type { SessionsContext } from '../context.ts'
import { countLiveSessions } from '../session-store.ts'
import { listSessions } from './list-sessions.ts'

export interface SessionCounts {
  /** Of those that the actor may see. */
  readonly inbound: number
  readonly outbound: number
}

export async function countSessions(
  context: SessionsContext,
  actor: Actor,
  accountId: AccountId,
): Promise<SessionCounts> {
  const { queries } = context.connections.services.devices.database
  if (hasWholeAccount(actor, accountId)) return countLiveSessions(queries, accountId)
  // What others do elsewhere is theirs to know.
  const seen = await listSessions(context, actor, { accountId })
  return { inbound: seen.length, outbound: 0 }
}
