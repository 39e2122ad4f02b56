// Tells a relay to open the port of a connection, or to open it again.

import { signTicket } from '@farport/protocol'
import { keysOfDevices } from '#domains/devices'
import type { ProxyConnection } from '../connection.ts'
import type { ConnectionsContext } from '../context.ts'
import { proxyClaimsOf } from '../proxy-ticket.ts'

/** False for a relay that the server does not know, and for a device that is gone. */
export async function orderOpen(context: ConnectionsContext, connection: ProxyConnection): Promise<boolean> {
  const { relayId, id, deviceId, progress } = connection
  const { queries } = context.services.devices.database
  const [relayKey, agentKeys] = await Promise.all([
    context.relays.publicKeyOf(relayId),
    keysOfDevices(queries, [deviceId]),
  ])
  const agentKey = agentKeys.get(deviceId)
  if (relayKey === undefined || agentKey === undefined) return false
  const ticket = signTicket(proxyClaimsOf(connection, { relayKey, agentKey }), context.ticketKey)
  context.relays.openProxy({
    relayId,
    connectionId: id,
    ticket,
    ...(progress.state === 'open' || progress.state === 'reopening' ? { port: progress.port } : {}),
  })
  return true
}
