// What an initiator may reach through this agent: what a ticket of the server says, and the assignment lists. Pure,
// but for the arithmetic of signatures.

import type { KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { verifyTicket, type ServiceOrder, type StreamClaims, type TicketRefusal } from '@farport/protocol'
import { applicationId, type ConnectionId } from '@farport/vocabulary'

export interface GrantFacts {
  readonly deviceId: string
  /** This agent's own. */
  readonly agentKey: string
  /** The key that the other end of the session has proven. */
  readonly peerKey: string
  readonly ticketKeys: readonly KeyObject[]
  /** By the server's clock. */
  readonly nowMs: number
  /** Whether the server has ended the connection, whatever its tickets say. */
  readonly isCut: (connectionId: ConnectionId) => boolean
}

/** Refused with a sentence. Which service it is for is judged with each stream, because that changes. */
export function decideGrant(ticket: string, facts: GrantFacts): Result<StreamClaims, string> {
  const verified = verifyForStreams(ticket, facts)
  if (!verified.ok) return refuse(sentences[verified.refusal])
  const claims = verified.value
  if (claims.deviceId !== facts.deviceId) return refuse('the ticket is for another device')
  if (claims.agentKey !== undefined && claims.agentKey !== facts.agentKey)
    return refuse('the ticket is for another agent')
  if (claims.initiatorKey !== facts.peerKey) return refuse('the ticket is for another initiator')
  if (facts.isCut(claims.connectionId)) return refuse('the connection was ended')
  return accept(claims)
}

/** From a relay a ticket is for a proxy, from a person's agent for a peer. */
function verifyForStreams(ticket: string, { ticketKeys, nowMs }: GrantFacts): Result<StreamClaims, TicketRefusal> {
  const peer = verifyTicket(ticket, ticketKeys, 'peer', nowMs)
  return peer.ok || peer.refusal !== 'purpose' ? peer : verifyTicket(ticket, ticketKeys, 'proxy', nowMs)
}

const sentences: Record<TicketRefusal, string> = {
  invalid: 'the ticket is not signed by a known key, or altered',
  expired: 'the ticket has expired',
  purpose: 'the ticket is for something else',
}

/** Undefined: it is not listed, so nothing is connected. */
export function listedService(
  services: readonly ServiceOrder[],
  claims: Pick<StreamClaims, 'serviceId'>,
): ServiceOrder | undefined {
  return services.find((service) => service.id === claims.serviceId)
}

/** Whether a stream that was connected for this service may go on under these orders. */
export function isStillListed(services: readonly ServiceOrder[], connected: ServiceOrder): boolean {
  const listed = listedService(services, { serviceId: connected.id })
  return (
    listed !== undefined &&
    listed.host === connected.host &&
    listed.port === connected.port &&
    listed.protocol === connected.protocol &&
    isSocks(listed) === isSocks(connected) &&
    isSameReach(listed.allow, connected.allow)
  )
}

/** The agent serves it itself. Of all other applications it need not know which they are. */
export const isSocks = ({ application }: ServiceOrder): boolean => application === applicationId.socks

function isSameReach(left: readonly string[] | undefined, right: readonly string[] | undefined): boolean {
  if (left === undefined || right === undefined) return left === right
  return left.length === right.length && left.every((rule, at) => rule === right[at])
}
