// Where a person is signed in.

import type { SessionEntry } from '@farport/contract'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { describeDevice } from '../device.ts'
import { describePlace } from '../place.ts'
import { sessionsOf } from '../session-store.ts'

export async function listSessions(
  { database, clock, geo }: Pick<IdentityContext, 'database' | 'clock' | 'geo'>,
  viewer: Viewer,
): Promise<SessionEntry[]> {
  const sessions = await sessionsOf(database.queries, viewer.accountId, new Date(clock.now()))
  return sessions.map((session) => ({
    id: session.id,
    isCurrent: session.id === viewer.credential.id,
    created: session.createdAt.toISOString(),
    lastActive: session.lastActiveAt.toISOString(),
    address: session.address,
    place: describePlace(geo.placeOf(session.address ?? undefined, viewer.language)),
    device: describeDevice(session.userAgent),
  }))
}
