// Ends connections that nobody else ends: their relay, device or process is gone, or did not answer; of peers, those whose
// initiator asked for no other ticket, and what was remembered of those that are over.

import type { RelayId } from '@farport/vocabulary'
import { connectionTimes, overdueEnd, stuckBefore } from '../connection.ts'
import { deleteConnectionRow, overdueProxies } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { peerTimes } from '../peer.ts'
import { expiredPeers } from '../peer-store.ts'
import { endConnections } from './end-connections.ts'
import { moveConnection, orderClose } from './move-connection.ts'

const batchLengthMax = 200

/** Safe to run in several processes at once. */
export async function endOverdueConnections(context: ConnectionsContext): Promise<void> {
  const now = new Date(context.services.devices.clock.now())
  const lostRelays = await context.relays.lostBefore(new Date(now.getTime() - connectionTimes.relayLostMsMax))
  while ((await endSomeProxies(context, now, lostRelays)) === batchLengthMax);
  while ((await endSomePeers(context, now)) === batchLengthMax);
}

async function endSomeProxies(context: ConnectionsContext, now: Date, lostRelays: readonly RelayId[]): Promise<number> {
  return context.services.devices.database.transaction(async (tx) => {
    const overdue = await overdueProxies(tx, {
      stuckBefore: stuckBefore(now),
      expiresBefore: new Date(now.getTime() - connectionTimes.expiryMsGrace),
      awayBefore: new Date(now.getTime() - connectionTimes.deviceAwayMsMax),
      lostRelays,
      countMax: batchLengthMax,
    })
    for (const connection of overdue) {
      await moveConnection(context, tx, connection, { event: 'closed', at: now, end: overdueEnd(connection, now) })
      orderClose(context, tx, connection)
    }
    return overdue.length
  })
}

async function endSomePeers(context: ConnectionsContext, now: Date): Promise<number> {
  const expiresBefore = new Date(now.getTime() - peerTimes.expiryMsGrace)
  return context.services.devices.database.transaction(async (tx) => {
    const expired = await expiredPeers(tx, { expiresBefore, countMax: batchLengthMax })
    await endConnections(context, tx, expired, { end: 'expired' })
    for (const peer of expired) await deleteConnectionRow(tx, peer)
    return expired.length
  })
}
