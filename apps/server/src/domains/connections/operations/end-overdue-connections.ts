// Ends connections that nobody else ends: their relay or their process is gone, or did not answer.

import type { RelayId } from '@farport/vocabulary'
import { connectionTimes, overdueEnd, stuckBefore } from '../connection.ts'
import { overdueConnections } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { moveConnection, orderClose } from './move-connection.ts'

const batchLengthMax = 200

/** Safe to run in several processes at once. */
export async function endOverdueConnections(context: ConnectionsContext): Promise<void> {
  const now = new Date(context.services.devices.clock.now())
  const lostRelays = await context.relays.lostBefore(new Date(now.getTime() - connectionTimes.relayLostMsMax))
  while ((await endSome(context, now, lostRelays)) === batchLengthMax);
}

async function endSome(context: ConnectionsContext, now: Date, lostRelays: readonly RelayId[]): Promise<number> {
  return context.services.devices.database.transaction(async (tx) => {
    const overdue = await overdueConnections(tx, {
      stuckBefore: stuckBefore(now),
      expiresBefore: new Date(now.getTime() - connectionTimes.expiryMsGrace),
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
