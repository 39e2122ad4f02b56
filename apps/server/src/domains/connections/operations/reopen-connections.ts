// After a relay (re)joined: what should be open there is ordered again, what should be closed too.

import type { ConnectionId, DeviceId, RelayId } from '@farport/vocabulary'
import { proxiesOfRelay, reopeningProxies } from '../connection-store.ts'
import type { ProxyConnection } from '../connection.ts'
import type { ConnectionsContext } from '../context.ts'
import { closingPeersOfDevices } from '../peer-store.ts'
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
): Promise<ProxyConnection[]> {
  const { database, clock } = context.services.devices
  return database.transaction(async (tx) => {
    const at = new Date(clock.now())
    const connections: ProxyConnection[] = []
    for (const connection of await proxiesOfRelay(tx, { relayId, after, countMax: pageLength })) {
      if (connection.progress.state === 'closing') orderClose(context, tx, connection)
      const progress = await moveConnection(context, tx, connection, { event: 'relay-returned', at })
      connections.push({ ...connection, progress })
    }
    return connections
  })
}

/** Agents came back to this relay: connections that wait for them are ordered again, and what they may have missed. */
export async function reopenConnectionsOfDevices(
  context: ConnectionsContext,
  relayId: RelayId,
  deviceIds: readonly DeviceId[],
): Promise<void> {
  if (deviceIds.length === 0) return
  const { queries } = context.services.devices.database
  for (const connection of await reopeningProxies(queries, { relayId, deviceIds })) {
    await orderOpen(context, connection)
  }
  for (const { id: connectionId, deviceId } of await closingPeersOfDevices(queries, deviceIds)) {
    context.relays.cutConnection({ relayId, deviceId, connectionId })
  }
}
