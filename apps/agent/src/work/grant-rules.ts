// What an initiator may reach through this agent: what a ticket of the server says, and the assignment lists. Pure,
// but for the arithmetic of signatures.

import type { KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import {
  verifyTicket,
  type ProxyClaims,
  type ServiceOrder,
  type StreamClaims,
  type TicketRefusal,
} from '@farport/protocol'

export interface GrantFacts {
  readonly deviceId: string
  /** The key that the other end of the session has proven. */
  readonly peerKey: string
  readonly ticketKeys: readonly KeyObject[]
  /** By the server's clock. */
  readonly nowMs: number
}

/** Refused with a sentence. Which service it is for is judged with each stream, because that changes. */
export function decideGrant(ticket: string, facts: GrantFacts): Result<ProxyClaims, string> {
  const verified = verifyTicket(ticket, facts.ticketKeys, 'proxy', facts.nowMs)
  if (!verified.ok) return refuse(sentences[verified.refusal])
  const claims = verified.value
  if (claims.deviceId !== facts.deviceId) return refuse('the ticket is for another device')
  if (claims.initiatorKey !== facts.peerKey) return refuse('the ticket is for another initiator')
  return accept(claims)
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

/** Whether a stream that was connected to this place may go on under these orders. */
export function isStillListed(services: readonly ServiceOrder[], connected: ServiceOrder): boolean {
  return services.some(
    ({ id, host, port, protocol }) =>
      id === connected.id && host === connected.host && port === connected.port && protocol === connected.protocol,
  )
}
