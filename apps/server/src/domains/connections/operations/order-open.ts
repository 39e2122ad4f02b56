// Tells a relay to open the port of a connection, or to open it again.

import { signTicket } from '@farport/protocol'
import type { Connection } from '../connection.ts'
import type { ConnectionsContext } from '../context.ts'
import { proxyClaimsOf } from '../proxy-ticket.ts'

/** False for a relay that the server does not know. */
export async function orderOpen(context: ConnectionsContext, connection: Connection): Promise<boolean> {
  const { relayId, id, progress } = connection
  const relayKey = await context.relays.publicKeyOf(relayId)
  if (relayKey === undefined) return false
  const ticket = signTicket(proxyClaimsOf(connection, relayKey), context.ticketKey)
  context.relays.openProxy({
    relayId,
    connectionId: id,
    ticket,
    ...(progress.state === 'open' || progress.state === 'reopening' ? { port: progress.port } : {}),
  })
  return true
}
