import {
  enterText,
  generatePrivateKey,
  protocolVersion,
  publicKeyText,
  signText,
  signTicket,
  type TicketClaims,
} from '@farport/protocol'
import { parseConnectionId, parseId } from '@farport/vocabulary'
import { createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decideEnter, type Enter, type EnterFacts } from './enter-rules.ts'

const serverKey = generatePrivateKey()
const agentKey = generatePrivateKey()
const strangerKey = generatePrivateKey()
const nowMs = 1_000_000

const facts: EnterFacts = {
  relayId: 'r-0000000000000001',
  relayKey: publicKeyText(generatePrivateKey()),
  nonce: 'n'.repeat(43),
  ticketKeys: [createPublicKey(serverKey)],
  nowMs,
}
const claims: TicketClaims = {
  purpose: 'tunnel',
  accountId: parseId('a', 'a-0000000000000001')!,
  deviceId: parseId('d', 'd-0000000000000001')!,
  agentKey: publicKeyText(agentKey),
  expiresAt: nowMs + 1,
}
const proxyClaims: TicketClaims = {
  purpose: 'proxy',
  connectionId: parseConnectionId('00000000-0000-4000-8000-000000000001')!,
  accountId: claims.accountId,
  deviceId: claims.deviceId,
  serviceId: parseId('s', 's-0000000000000001')!,
  relayId: parseId('r', 'r-0000000000000001')!,
  initiatorKey: publicKeyText(agentKey),
  allowed: { rule: 'anyone' },
  idleTimeoutMs: 0,
  expiresAt: nowMs + 1,
}

function enter(ticket: string, key = agentKey, text: Partial<Parameters<typeof enterText>[0]> = {}): Enter {
  const signature = signText(key, enterText({ ...facts, ticket, ...text }))
  return { type: 'enter', protocol: protocolVersion, ticket, signature, agentVersion: '1', bootId: 'b' }
}

const ticket = signTicket(claims, serverKey)
const flipped = ticket.replace(
  /^(farport1\..{20})(.)/,
  (_, head: string, one: string) => head + (one === 'A' ? 'B' : 'A'),
)

describe('an agent that wants to enter', () => {
  const rows: [string, Enter, Partial<EnterFacts>, string][] = [
    ['is admitted with its ticket and its key', enter(ticket), {}, 'admitted'],
    ['is refused with a stolen ticket', enter(ticket, strangerKey), {}, 'key-mismatch'],
    ['is refused with an expired ticket', enter(ticket), { nowMs: nowMs + 1 }, 'ticket-expired'],
    ['is refused with an altered ticket', enter(flipped), {}, 'ticket-invalid'],
    ['is refused with a ticket by another server', enter(signTicket(claims, strangerKey)), {}, 'ticket-invalid'],
    ['is refused with a ticket for a proxy', enter(signTicket(proxyClaims, serverKey)), {}, 'ticket-purpose'],
    ['is refused with a signature for another relay', enter(ticket, agentKey, { relayKey: 'x' }), {}, 'key-mismatch'],
    ['is refused with a signature for another socket', enter(ticket, agentKey, { nonce: 'x' }), {}, 'key-mismatch'],
    ['is refused with another protocol', { ...enter(ticket), protocol: 99 }, {}, 'version'],
    ['comes back later when the relay knows no keys yet', enter(ticket), { ticketKeys: [] }, 'busy'],
  ]
  test.each(rows)('%s', (_name, message, changed, expected) => {
    const verdict = decideEnter(message, { ...facts, ...changed })
    expect(verdict.ok ? 'admitted' : verdict.refusal.code).toBe(expected)
  })
})
