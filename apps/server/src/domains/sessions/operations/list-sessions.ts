// Live sessions to the devices of an account, newest first.

import { parseConnectionId, type AccountId } from '@farport/vocabulary'
import { grantsWith, type Actor } from '../../../access/index.ts'
import type { SessionsContext } from '../context.ts'
import type { Session } from '../session.ts'
import { liveSessions } from '../session-store.ts'

/** The newest; nobody looks through more. */
const countMax = 1000

export async function listSessions(
  context: SessionsContext,
  actor: Actor,
  wanted: { accountId: AccountId; ids?: readonly string[] | null | undefined },
): Promise<Session[]> {
  const ids = wanted.ids?.slice(0, countMax).flatMap((text) => parseConnectionId(text) ?? [])
  const { queries } = context.connections.services.devices.database
  return liveSessions(queries, grantsWith(actor, 'VIEW'), { accountId: wanted.accountId, ids, countMax })
}
