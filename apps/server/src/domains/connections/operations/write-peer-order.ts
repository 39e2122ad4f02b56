// Writes what the initiator of a peer is told, with a new ticket.

import { signTicket, type PeerOrder, type RelayPlace } from '@farport/protocol'
import { keysOfDevices } from '#domains/devices'
import type { Queries } from '#platform/database'
import type { ConnectionsContext } from '../context.ts'
import { peerClaimsOf, peerOrderOf, type PeerOrderFacts } from '../peer-ticket.ts'
import type { PeerConnection } from '../peer.ts'
import type { ConnectTarget } from './service-to-connect.ts'

export type OrderMeans = Omit<PeerOrderFacts, 'ticket'>

/** Undefined when nobody could be reached by it: no relay is alive, or no agent speaks for the device. */
export async function readOrderMeans(
  queries: Queries,
  target: ConnectTarget & { relays: readonly RelayPlace[] },
): Promise<OrderMeans | undefined> {
  const { device, relays } = target
  const agentKey = (await keysOfDevices(queries, [device.id])).get(device.id)
  return agentKey === undefined || relays.length === 0 ? undefined : { ...target, agentKey }
}

export function writePeerOrder(context: ConnectionsContext, peer: PeerConnection, means: OrderMeans): PeerOrder {
  return peerOrderOf(peer, { ...means, ticket: signTicket(peerClaimsOf(peer, means.agentKey), context.ticketKey) })
}
