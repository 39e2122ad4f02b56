// After a relay (re)joined: what should be open there is ordered again, what should be closed too.

import type { ConnectionId, DeviceId, RelayId } from '@farport/vocabulary'
import { connectionsOfRelay, reopeningConnections } from '../connection-store.ts'
import type { Connection } from '../connection.ts'
import type { ConnectionsContext } from '../context.ts'
import { moveConnection, orderClose } from './move-connection.ts'
import { orderOpen } from './order-open.ts'

const pageLength = 200

export async function reopenConnectionsOfRelay(context: ConnectionsContext, relayId: RelayId): Promise<void> {
  for (let after: ConnectionId | undefined; ;) {
    const page = await markReopening(context, relayId, after)
    for (const connection of page) {
      if (connection.progress.state !== 'closing') await orderOpen(context, connection)
    }
    if (page.length < pageLength) return
    after = page.at(-1)?.id
  }
}

async function markReopening(
  context: ConnectionsContext,
  relayId: RelayId,
  after: ConnectionId | undefined,
): Promise<Connection[]> {
  const { database, clock } = context.services.devices
  return database.transaction(async (tx) => {
    const at = new Date(clock.now())
    const connections: Connection[] = []
    for (const connection of await connectionsOfRelay(tx, { relayId, after, countMax: pageLength })) {
      if (connection.progress.state === 'closing') orderClose(context, tx, connection)
      const progress = await moveConnection(context, tx, connection, { event: 'relay-returned', at })
      connections.push({ ...connection, progress })
    }
    return connections
  })
}

/** Agents came back to this relay: connections that wait for them are ordered again. */
export async function reopenConnectionsOfDevices(
  context: ConnectionsContext,
  relayId: RelayId,
  deviceIds: readonly DeviceId[],
): Promise<void> {
  if (deviceIds.length === 0) return
  const { queries } = context.services.devices.database
  for (const connection of await reopeningConnections(queries, { relayId, deviceIds })) {
    await orderOpen(context, connection)
  }
}
