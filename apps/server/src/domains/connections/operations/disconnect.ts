// Ends a connection, and every stream through it: the port of a proxy is closed, a peer is cut.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ConnectionId, ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { deniedRefusal, seeDevice } from '#domains/devices'
import { connectionPolicy } from '../connection-policy.ts'
import { connectionTimes } from '../connection.ts'
import { findConnectionForUpdate } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { endConnections } from './end-connections.ts'
import { listenToConnection } from './wait-for-connection.ts'

/** False when there was nothing to close (any more). */
export async function disconnect(
  context: ConnectionsContext,
  actor: Actor,
  request: { serviceId: ServiceId; connectionId: ConnectionId },
): Promise<Result<boolean, Refusal>> {
  const { database } = context.services.devices
  using wait = await listenToConnection(context, request.connectionId)
  const asked = await database.transaction<Result<boolean, Refusal>>(async (tx) => {
    const connection = await findConnectionForUpdate(tx, request.connectionId)
    if (connection?.serviceId !== request.serviceId) return accept(false)
    const device = await seeDevice(tx, actor, connection.deviceId)
    if (device === undefined) return accept(false)
    const verdict = connectionPolicy.disconnect(actor, connection, device)
    if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'service', request.serviceId))
    if (connection.kind === 'peer' && connection.progress.state === 'closing') return accept(false)
    await endConnections(context, tx, [connection], { end: 'disconnected' })
    return accept(true)
  })
  // The relay's last figures belong to the session's end; without them the worker ends it a little later.
  if (asked.ok && asked.value) await wait.until(() => false, connectionTimes.disconnectMsMax)
  return asked
}
