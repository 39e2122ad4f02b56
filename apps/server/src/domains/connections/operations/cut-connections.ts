// Cuts what leads to a device or service that is going away, in the transaction that takes it away.

import type { Tx } from '#platform/database'
import type { Device } from '#domains/devices'
import type { Service } from '#domains/services'
import { connectionsOfDeviceForUpdate } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { moveConnection, orderClose } from './move-connection.ts'

/** At once: the relay's last figures could not be told of a device that is gone. */
export async function cutConnectionsOfDevice(context: ConnectionsContext, tx: Tx, device: Device): Promise<void> {
  const at = new Date(context.services.devices.clock.now())
  for (const connection of await connectionsOfDeviceForUpdate(tx, device)) {
    await moveConnection(context, tx, connection, { event: 'closed', at, end: 'disconnected' })
    orderClose(context, tx, connection)
  }
}

export async function cutConnectionsOfService(context: ConnectionsContext, tx: Tx, service: Service): Promise<void> {
  const at = new Date(context.services.devices.clock.now())
  const device = { accountId: service.accountId, id: service.deviceId }
  for (const connection of await connectionsOfDeviceForUpdate(tx, device)) {
    if (connection.serviceId !== service.id) continue
    await moveConnection(context, tx, connection, { event: 'close-asked', at, end: 'disconnected' })
    orderClose(context, tx, connection)
  }
}
