// Cuts what leads to a device or service that is going away, in the transaction that takes it away.

import type { AccountId } from '@farport/vocabulary'
import { decideService, loadActor, type AccessChange } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import { seeDevices, type Device } from '#domains/devices'
import type { Service } from '#domains/services'
import type { Connection } from '../connection.ts'
import {
  connectionsOfCredentialForUpdate,
  connectionsOfDevicesForUpdate,
  connectionsOfUsersForUpdate,
} from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { endConnections } from './end-connections.ts'

/** At once: the relay's last figures could not be told of a device that is gone. */
export async function cutConnectionsOfDevices(
  context: ConnectionsContext,
  tx: Tx,
  devices: readonly Device[],
): Promise<void> {
  const connections = await connectionsOfDevicesForUpdate(tx, devices)
  await endConnections(context, tx, connections, { end: 'disconnected', isAtOnce: true })
}

export async function cutConnectionsOfService(context: ConnectionsContext, tx: Tx, service: Service): Promise<void> {
  const device = { accountId: service.accountId, id: service.deviceId }
  const connections = await connectionsOfDevicesForUpdate(tx, [device])
  const cut = connections.filter((connection) => connection.serviceId === service.id)
  await endConnections(context, tx, cut, { end: 'disconnected' })
}

/** Of the people whose access to things of the account has changed: what they could not open any more. */
export async function cutConnectionsWithoutAccess(
  context: ConnectionsContext,
  tx: Tx,
  { accountId, userIds }: AccessChange,
): Promise<void> {
  const open = await connectionsOfUsersForUpdate(tx, { accountId, userIds })
  for (const [userId, connections] of Map.groupBy(open, (connection) => connection.userId)) {
    await endConnections(context, tx, await withoutAccess(tx, userId, connections), { end: 'disconnected' })
  }
}

/** What somebody opened with an access key that ends, or in sessions, when one of theirs ends, or all. */
export async function cutConnectionsOfCredential(
  context: ConnectionsContext,
  tx: Tx,
  credential: { userId: AccountId; accessKey: string | undefined; sessionId?: string | undefined },
): Promise<void> {
  await endConnections(context, tx, await connectionsOfCredentialForUpdate(tx, credential), { end: 'disconnected' })
}

async function withoutAccess(tx: Tx, userId: AccountId, connections: readonly Connection[]): Promise<Connection[]> {
  const actor = await loadActor(tx, { userId, isOperator: false })
  const devices = await seeDevices(tx, actor, [...new Set(connections.map((connection) => connection.deviceId))])
  const deviceById = new Map(devices.map((device) => [device.id, device]))
  return connections.filter(({ deviceId, serviceId }) => {
    const device = deviceById.get(deviceId)
    return device === undefined || !decideService(actor, 'CONNECT', device, serviceId).allowed
  })
}
