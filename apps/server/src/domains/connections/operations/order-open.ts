// Tells a relay to open the port of a connection, or to open it again.

import { signTicket } from '@farport/protocol'
import { applicationTypeOf } from '@farport/vocabulary'
import { keysOfDevices } from '#domains/devices'
import { findService } from '#domains/services'
import type { ProxyConnection } from '../connection.ts'
import type { ConnectionsContext } from '../context.ts'
import { proxyClaimsOf } from '../proxy-ticket.ts'

/** False for a relay that the server does not know, and for a device or service that is gone. */
export async function orderOpen(context: ConnectionsContext, connection: ProxyConnection): Promise<boolean> {
  const { relayId, id, deviceId, serviceId, progress } = connection
  const { queries } = context.services.devices.database
  const [relayKey, agentKeys, service] = await Promise.all([
    context.relays.publicKeyOf(relayId),
    keysOfDevices(queries, [deviceId]),
    findService(queries, serviceId),
  ])
  const agentKey = agentKeys.get(deviceId)
  if (relayKey === undefined || agentKey === undefined || service === undefined) return false
  const { protocol } = applicationTypeOf(service.application)
  const ticket = signTicket(proxyClaimsOf(connection, { relayKey, agentKey }, protocol), context.ticketKey)
  context.relays.openProxy({
    relayId,
    connectionId: id,
    ticket,
    ...(progress.state === 'open' || progress.state === 'reopening' ? { port: progress.port } : {}),
  })
  return true
}
