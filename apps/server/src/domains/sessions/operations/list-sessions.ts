// Live sessions to the devices of an account, newest first; in a person's own account also those that they opened to
// devices of others.

import { parseConnectionId, type AccountId } from '@farport/vocabulary'
import { actsFor, decideService, hasWholeAccount, type Actor } from '../../../access/index.ts'
import { seeDevices } from '#domains/devices'
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
  if (!actsFor(actor, wanted.accountId)) return []
  const ofUser = wanted.accountId === actor.userId ? actor.userId : undefined
  const sessions = await liveSessions(queries, { accountId: wanted.accountId, ofUser, ids, countMax })
  if (hasWholeAccount(actor, wanted.accountId)) return sessions
  const devices = await seeDevices(queries, actor, [...new Set(sessions.map((session) => session.deviceId))])
  const deviceById = new Map(devices.map((device) => [device.id, device]))
  return sessions.filter(({ deviceId, serviceId }) => {
    const device = deviceById.get(deviceId)
    return device !== undefined && decideService(actor, 'VIEW', device, serviceId).allowed
  })
}
