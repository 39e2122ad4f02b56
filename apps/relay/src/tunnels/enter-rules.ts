// Whether an agent may enter: the ticket, the key, and who is there already. Pure, but for the arithmetic of signatures.

import type { KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import {
  enterText,
  protocolVersion,
  verifyText,
  verifyTicket,
  type AgentToRelay,
  type TicketRefusal,
  type TunnelClaims,
  type TunnelRefusalCode,
} from '@farport/protocol'

export type Enter = Extract<AgentToRelay, { type: 'enter' }>

export interface EnterFacts {
  readonly relayId: string
  readonly relayKey: string
  /** The nonce that this socket was greeted with. */
  readonly nonce: string
  /** None before the relay has joined its server for the first time. */
  readonly ticketKeys: readonly KeyObject[]
  readonly nowMs: number
}

export interface EnterRefusal {
  readonly code: TunnelRefusalCode
  readonly message: string
  readonly retryAfterMs?: number
}

export function decideEnter(enter: Enter, facts: EnterFacts): Result<TunnelClaims, EnterRefusal> {
  if (enter.protocol !== protocolVersion) {
    return refuse({
      code: 'version',
      message: `This relay speaks protocol ${protocolVersion}, the agent ${enter.protocol}.`,
    })
  }
  if (facts.ticketKeys.length === 0) {
    return refuse({ code: 'busy', message: 'This relay has not reached its server yet.', retryAfterMs: 1000 })
  }
  const ticket = verifyTicket(enter.ticket, facts.ticketKeys, 'tunnel', facts.nowMs)
  if (!ticket.ok) return refuse(ticketRefusals[ticket.refusal])
  if (!verifyText(ticket.value.agentKey, enterText({ ...facts, ticket: enter.ticket }), enter.signature)) {
    return refuse({ code: 'key-mismatch', message: 'The signature is not by the key of the ticket.' })
  }
  return accept(ticket.value)
}

const ticketRefusals: Record<TicketRefusal, EnterRefusal> = {
  invalid: { code: 'ticket-invalid', message: 'The ticket is not signed by a key of this installation, or altered.' },
  expired: { code: 'ticket-expired', message: 'The ticket has expired: the agent should ask for a new one.' },
  purpose: { code: 'ticket-purpose', message: 'This ticket is for something else.' },
}
