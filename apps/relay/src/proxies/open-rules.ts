// Whether an order to open a proxy is followed. Pure, but for the arithmetic of signatures.

import type { KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { verifyTicket, type ProxyClaims, type RelayToServer, type ServerToRelay } from '@farport/protocol'
import { ticketSentences } from '../ticket-sentences.ts'
import { createAddressGate, type AddressGate } from './address-rule.ts'

export type OpenOrder = Extract<ServerToRelay, { type: 'open-proxy' }>
export type OrderRefusal = Pick<Extract<RelayToServer, { type: 'order-refused' }>, 'code' | 'message'>

export interface OpenFacts {
  readonly relayId: string
  readonly relayKey: string
  readonly ticketKeys: readonly KeyObject[]
  readonly nowMs: number
  readonly proxies: number
  readonly proxiesMax: number
  isOnline: (deviceId: ProxyClaims['deviceId']) => boolean
}

/** A proxy that existed before (it has a former port) is opened for an agent that is still to come back, too. */
export function decideOpen(
  order: OpenOrder,
  facts: OpenFacts,
): Result<{ claims: ProxyClaims; gate: AddressGate }, OrderRefusal> {
  const ticket = verifyTicket(order.ticket, facts.ticketKeys, 'proxy', facts.nowMs)
  if (!ticket.ok) return refuse({ code: 'ticket', message: ticketSentences[ticket.refusal] })
  const claims = ticket.value
  if (claims.connectionId !== order.connectionId)
    return refuse({ code: 'ticket', message: 'The ticket is for another connection.' })
  if (claims.relayId !== facts.relayId || claims.initiatorKey !== facts.relayKey) {
    return refuse({ code: 'ticket', message: 'The ticket is for another relay.' })
  }
  const gate = createAddressGate(claims.allowed)
  if (!gate.ok) return refuse({ code: 'ticket', message: gate.refusal })
  if (facts.proxies >= facts.proxiesMax)
    return refuse({ code: 'busy', message: 'This relay has no room for another proxy.' })
  if (order.port === undefined && !facts.isOnline(claims.deviceId)) {
    return refuse({ code: 'offline', message: 'The device has no tunnel to this relay.' })
  }
  return accept({ claims, gate: gate.value })
}
