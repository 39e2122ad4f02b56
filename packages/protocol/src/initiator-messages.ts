// The channel between an initiator and a relay: JSON texts in one WebSocket (`/initiator/v1`) over TLS 1.3. An initiator
// keeps one to each relay that it reaches devices by. The relay proves its key by its certificate, which the initiator
// pins; the initiator proves its own by signing the relay's nonce.
//
//   relay     → initiator  hello     as soon as the socket is open
//   initiator → relay      greet     within 10 s
//   relay     → initiator  greeted   or refused, and the socket closes
//   initiator → relay      reach     a device, with a ticket of purpose "peer" that names this initiator's key; it need
//                                    not wait for greeted, and is answered after it
//   relay     → initiator  link      the token of a work connection to open, as agents do; or unreachable, which also
//                                    follows a link when the agent has opened none
//   relay     → initiator  cut, drain      at any time
//   WebSocket pings from the relay every heartbeatMs; the initiator treats 2.5 missed ones as a dead relay.
//
// The relay pairs the initiator's work connection with the agent's, and from then on moves bytes that it cannot read: the
// two ends speak TLS 1.3 through it, the agent as TLS server, each certificate carrying its owner's key.

import { z } from 'zod'
import { linkToken } from './tunnel-messages.ts'
import { connectionId, host, publicKey, relayId, signature, ticketText } from './words.ts'

export const initiatorPath = '/initiator/v1'
export const initiatorMessageBytesMax = 16_384

/** The text that an initiator signs to greet: bound to this relay and this socket. */
export function greetText(greet: { relayId: string; relayKey: string; nonce: string; key: string }): string {
  return ['farport-initiator-greet-1', greet.relayId, greet.relayKey, greet.nonce, greet.key].join('\n')
}

/** Names one question, so that its answer finds it. */
const requestId = z.int().min(1).max(0xffff_ffff)

export const unreachableCode = z.enum([
  'ticket', // not signed by a known key, expired, or for another initiator
  'offline', // the device has no tunnel here
  'agent', // another agent is there than the ticket names, or it opened no work connection
  'busy', // a limit of this relay, of the account or of this initiator
])
export type UnreachableCode = z.infer<typeof unreachableCode>

export const relayToInitiator = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    relayId,
    relayKey: publicKey,
    nonce: z.string().min(32).max(64),
  }),
  /** `address`: where the relay sees the initiator. */
  z.object({ type: z.literal('greeted'), heartbeatMs: z.int().min(1000), address: host }),
  z.object({
    type: z.literal('refused'),
    code: z.enum(['protocol', 'version', 'signature', 'busy']),
    message: z.string(),
    retryAfterMs: z.int().min(0).optional(),
  }),
  z.object({ type: z.literal('link'), requestId, token: linkToken }),
  z.object({ type: z.literal('unreachable'), requestId, code: unreachableCode, message: z.string() }),
  /** The connection was ended: its streams are to be reset. */
  z.object({ type: z.literal('cut'), connectionId }),
  /** This relay is going: move to another, or come back in this time. */
  z.object({ type: z.literal('drain'), returnAfterMs: z.int().min(0) }),
])
export type RelayToInitiator = z.infer<typeof relayToInitiator>

export const initiatorToRelay = z.discriminatedUnion('type', [
  z.object({ type: z.literal('greet'), protocol: z.int(), key: publicKey, signature, version: z.string().max(64) }),
  z.object({ type: z.literal('reach'), requestId, ticket: ticketText }),
])
export type InitiatorToRelay = z.infer<typeof initiatorToRelay>
