// Sessions of people who use a connect link: begun and ended as the relay that serves it tells. Nobody knows who they
// are, only from where they come.

import type { RelayToServer } from '@farport/protocol'
import { webInitiator, type RelayId } from '@farport/vocabulary'
import { servedLinks } from '#domains/connections'
import { recordActivity } from '#domains/devices'
import type { SessionsContext } from '../context.ts'
import { sessionBegan, sessionEnded, type Session } from '../session.ts'
import { endSessionRow, findSessions, insertSession, saveUsage, silentVisits } from '../session-store.ts'
import { activityOf, targetOf } from './keep-sessions.ts'

type VisitFact = Extract<RelayToServer, { type: 'link-visit' }>
type ClosedFact = Extract<RelayToServer, { type: 'proxy-closed' }>

/** Told again by a relay that has joined anew: then nothing changes. A link that went meanwhile has no sessions. */
export async function beginLinkVisit(context: SessionsContext, relayId: RelayId, fact: VisitFact): Promise<void> {
  const { database, events, clock } = context.connections.services.devices
  await database.transaction(async (tx) => {
    const [served] = await servedLinks(tx, { codes: [fact.code] })
    if (served === undefined || served.relayId !== relayId) return
    const { accountId, serviceId } = served.link
    const beganAt = new Date(Math.min(fact.at, clock.now()))
    const session: Session = {
      id: fact.connectionId,
      accountId,
      deviceId: served.deviceId,
      serviceId,
      userId: undefined,
      isProxy: true,
      route: undefined,
      initiatorPlatform: webInitiator,
      target: await targetOf(tx, { accountId, serviceId, deviceId: served.deviceId }),
      beganAt,
      source: fact.source,
      txBytes: '0',
      rxBytes: '0',
      streams: 0,
      path: undefined,
      health: undefined,
    }
    if (!(await insertSession(tx, session, new Date(clock.now())))) return
    await events.announce(tx, sessionBegan(session))
    await recordActivity(tx, activityOf(session, 'begins', beganAt))
  })
}

/** Does nothing for what is no session of a link: its connection ends it. */
export async function endLinkVisit(context: SessionsContext, { usage, end }: ClosedFact): Promise<void> {
  const { database } = context.connections.services.devices
  const { queries } = database
  const [session] = await findSessions(queries, [usage.connectionId])
  if (session === undefined || session.userId !== undefined) return
  await saveUsage(queries, [{ ...usage, accountId: session.accountId, streams: 0 }])
  await endVisit(context, session, end)
}

/** Their relay is gone, and did not come back. */
export async function endSilentVisits(context: SessionsContext): Promise<void> {
  const { database, clock } = context.connections.services.devices
  const toldBefore = new Date(clock.now() - visitTimes.silentMsMax)
  const silent = await database.transaction((tx) => silentVisits(tx, { toldBefore, countMax: visitTimes.countMax }))
  for (const session of silent) await endVisit(context, session, 'failed')
}

/** A relay tells of each at least once a minute. The next round ends those that are too many for one. */
const visitTimes = { silentMsMax: 300_000, countMax: 500 }

async function endVisit(
  context: SessionsContext,
  visit: Pick<Session, 'accountId' | 'id'>,
  end: ClosedFact['end'],
): Promise<void> {
  const { database, events, clock } = context.connections.services.devices
  const at = new Date(clock.now())
  await database.transaction(async (tx) => {
    const session = await endSessionRow(tx, visit, { end, at })
    if (session === undefined) return
    await events.announce(tx, sessionEnded(session, { end, at }))
    await recordActivity(tx, activityOf(session, 'ends', at))
  })
}
