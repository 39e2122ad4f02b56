// Whether an initiator may meet a device's agent here. Pure, but for the arithmetic of signatures.

import type { KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { verifyTicket, type PeerClaims, type RelayToInitiator } from '@farport/protocol'
import { ticketSentences } from '../ticket-sentences.ts'

export type Unreachable = Pick<Extract<RelayToInitiator, { type: 'unreachable' }>, 'code' | 'message'>

export interface PairCounts {
  readonly all: number
  readonly ofAgent: number
  readonly ofAccount: number
  readonly ofInitiator: number
}

export interface PairLimits {
  readonly pairsMax: number
  readonly pairsPerAgentMax: number
  readonly pairsPerAccountMax: number
  readonly pairsPerInitiatorMax: number
}

export interface ReachFacts {
  /** Proven by the initiator's channel. */
  readonly initiatorKey: string
  readonly ticketKeys: readonly KeyObject[]
  readonly nowMs: number
  readonly limits: PairLimits
  readonly isLeaving: boolean
  /** Whether the server has ended it. */
  wasCut(connectionId: PeerClaims['connectionId']): boolean
  /** The key of the agent that is here for this device. */
  agentKey(deviceId: PeerClaims['deviceId']): string | undefined
  /** Pairs that there are, or are being made. */
  counts(claims: PeerClaims): PairCounts
}

export function decideReach(ticketText: string, facts: ReachFacts): Result<PeerClaims, Unreachable> {
  if (facts.isLeaving) return refuse({ code: 'busy', message: 'This relay is going: another one should be tried.' })
  const ticket = verifyTicket(ticketText, facts.ticketKeys, 'peer', facts.nowMs)
  if (!ticket.ok) return refuse({ code: 'ticket', message: ticketSentences[ticket.refusal] })
  const claims = ticket.value
  if (claims.initiatorKey !== facts.initiatorKey) {
    return refuse({ code: 'ticket', message: 'The ticket is for another initiator.' })
  }
  if (facts.wasCut(claims.connectionId)) return refuse({ code: 'ticket', message: 'The connection was ended.' })
  const agentKey = facts.agentKey(claims.deviceId)
  if (agentKey === undefined) return refuse({ code: 'offline', message: 'The device has no tunnel to this relay.' })
  if (agentKey !== claims.agentKey) {
    return refuse({ code: 'agent', message: 'Another agent is here than the one that the ticket names.' })
  }
  const limit = limitReached(facts.counts(claims), facts.limits)
  return limit === undefined ? accept(claims) : refuse({ code: 'busy', message: limit })
}

function limitReached(counts: PairCounts, limits: PairLimits): string | undefined {
  if (counts.ofInitiator >= limits.pairsPerInitiatorMax)
    return `This initiator has ${counts.ofInitiator} links by this relay already.`
  if (counts.ofAgent >= limits.pairsPerAgentMax) return `The device has ${counts.ofAgent} links by this relay already.`
  if (counts.ofAccount >= limits.pairsPerAccountMax)
    return `The account has ${counts.ofAccount} links by this relay already.`
  return counts.all >= limits.pairsMax ? 'This relay has no room for another link.' : undefined
}
