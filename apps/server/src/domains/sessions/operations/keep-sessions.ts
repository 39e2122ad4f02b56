// Begins a session when its connection opens, and ends it when that closes: in the same transaction.

import { unknownInitiator, webInitiator } from '@farport/vocabulary'
import type { Connection, ConnectionWatcher } from '#domains/connections'
import { findDevice, recordActivity } from '#domains/devices'
import { findService, serviceTarget } from '#domains/services'
import type { Tx } from '#platform/database'
import type { EventTarget } from '#platform/events'
import type { SessionsContext } from '../context.ts'
import { averageRoundTripMs } from '../path-history.ts'
import { findHistories } from '../path-store.ts'
import { sessionBegan, sessionEnded, type Session } from '../session.ts'
import { endSessionRow, insertSession, saveUsage } from '../session-store.ts'

export function sessionKeeper(context: SessionsContext): ConnectionWatcher {
  const { events, clock } = context.connections.services.devices
  return {
    async connectionIsOpened(tx, connection, opener) {
      const session = await newSession(tx, connection, { ...opener, at: new Date(clock.now()) })
      await insertSession(tx, session)
      await events.announce(tx, sessionBegan(session))
      await recordActivity(tx, activityOf(session, 'begins', session.beganAt))
    },
    async connectionIsClosed(tx, connection, { end, usage }) {
      const at = new Date(clock.now())
      const { accountId, id: connectionId } = connection
      if (usage !== undefined) await saveUsage(tx, [{ ...usage, accountId, connectionId, streams: 0 }])
      const session = await endSessionRow(tx, connection, { end, at })
      if (session === undefined) return
      const average = session.isProxy ? undefined : await averageOf(tx, session)
      await events.announce(tx, sessionEnded(session, { end, at, averageRoundTripMs: average }))
      await recordActivity(tx, activityOf(session, 'ends', at))
    },
  }
}

async function averageOf(tx: Tx, session: Session): Promise<number | undefined> {
  const histories = await findHistories(tx, [session])
  return averageRoundTripMs(histories.get(session.id) ?? [])
}

/** Both its device and its service are connected to. */
export function activityOf({ accountId, deviceId, serviceId }: Session, deed: 'begins' | 'ends', at: Date) {
  return [
    { accountId, id: deviceId, track: 'device-connected', deed, at },
    { accountId, id: serviceId, track: 'service-connected', deed, at },
  ] as const
}

async function newSession(
  tx: Tx,
  connection: Connection,
  { source, platform, at }: { source?: string | undefined; platform?: number | undefined; at: Date },
): Promise<Session> {
  const { id, accountId, deviceId, serviceId, userId } = connection
  return {
    id,
    accountId,
    deviceId,
    serviceId,
    userId,
    ...(connection.kind === 'proxy'
      ? { isProxy: true, route: undefined, initiatorPlatform: webInitiator }
      : { isProxy: false, route: connection.route, initiatorPlatform: platform ?? unknownInitiator }),
    target: await targetOf(tx, connection),
    beganAt: at,
    source,
    path: undefined,
    health: undefined,
    txBytes: '0',
    rxBytes: '0',
    streams: 0,
  }
}

export async function targetOf(
  tx: Tx,
  { serviceId, deviceId, accountId }: Pick<Connection, 'serviceId' | 'deviceId' | 'accountId'>,
): Promise<EventTarget> {
  const service = await findService(tx, serviceId)
  const device = await findDevice(tx, deviceId)
  // Both may have gone while the relay was opening the port.
  if (service === undefined || device === undefined) return { id: serviceId, deviceId, ownerId: accountId }
  return serviceTarget(service, device)
}
