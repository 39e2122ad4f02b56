// The control channel between an agent and its relay: JSON texts in one WebSocket (`/tunnel/v1`) over TLS 1.3.
// It carries orders and facts, never bulk. The relay proves its key by its certificate, which the agent pins; the
// agent proves its own by signing the relay's nonce.
//
//   relay  → agent   hello     as soon as the socket is open
//   agent  → relay   enter     within 10 s
//   relay  → agent   entered   or refused, and the socket closes
//   relay  → agent   link, check, cut, probe, nudge, drain      at any time
//   agent  → relay   link-failed, probe-answer
//   WebSocket pings from the relay every heartbeatMs; the agent treats 2.5 missed ones as a dead relay.

import { z } from 'zod'
import { connectionId, host, port, publicKey, relayId, signature, ticketText } from './words.ts'

export const tunnelPath = '/tunnel/v1'
export const tunnelMessageBytesMax = 16_384

/** Names one work connection, once: 32 random bytes in base64url. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** The text that an agent signs to enter: bound to this relay, this socket and this ticket. */
export function enterText(enter: { relayId: string; relayKey: string; nonce: string; ticket: string }): string {
  return ['farport-tunnel-enter-1', enter.relayId, enter.relayKey, enter.nonce, enter.ticket].join('\n')
}

export const tunnelRefusalCode = z.enum([
  'ticket-invalid', // not signed by a known key, or altered
  'ticket-expired',
  'ticket-purpose', // a ticket for something else
  'key-mismatch', // the signature is not by the ticket's key
  'protocol', // a message that cannot be read
  'version', // no protocol version in common
  'dropped', // the server told the relay to let this device go
  'replaced', // another tunnel with the same key has come
  'duplicate', // another machine with the same key is here and alive: a cloned disk
  'busy', // too many at once: come back later
])
export type TunnelRefusalCode = z.infer<typeof tunnelRefusalCode>

/** Names one question whether something listens, so that its answer finds it. */
export const probeId = z.string().min(1).max(64)

export const probeResult = z.enum([
  'reachable',
  'unreachable', // nothing answers there
  'invalid', // no host has that name
  'busy', // the agent has been asked too often: ask again later
])
export type ProbeResult = z.infer<typeof probeResult>

export const relayToAgent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    relayId,
    relayKey: publicKey,
    nonce: z.string().min(32).max(64),
  }),
  z.object({ type: z.literal('entered'), heartbeatMs: z.int().min(1000), address: host }),
  z.object({
    type: z.literal('refused'),
    code: tunnelRefusalCode,
    message: z.string(),
    retryAfterMs: z.int().min(0).optional(),
  }),
  /** Please open a work connection with this token; the initiator's end of the session holds `initiatorKey`. */
  z.object({
    type: z.literal('link'),
    token: linkToken,
    initiatorKey: publicKey,
    host: host.optional(),
    port: port.optional(),
  }),
  /** Please open a work connection that carries nothing, to show that one can be opened; see below. */
  z.object({ type: z.literal('check'), token: linkToken }),
  /** The connection was ended: its streams are reset, and its ticket is good for none any more. */
  z.object({ type: z.literal('cut'), connectionId }),
  /** Please find out whether something listens there, as this device sees it. */
  z.object({ type: z.literal('probe'), probeId, host, port }),
  /** There is a new assignment at the server, with at least this revision. */
  z.object({ type: z.literal('nudge'), revision: z.int().min(0) }),
  /** This relay is going: move to another, or come back in this time. */
  z.object({ type: z.literal('drain'), returnAfterMs: z.int().min(0) }),
])
export type RelayToAgent = z.infer<typeof relayToAgent>

export const agentToRelay = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('enter'),
    protocol: z.int(),
    ticket: ticketText,
    signature,
    agentVersion: z.string().max(64),
    internalAddress: z.string().max(64).optional(),
    /** New with every start of the agent: tells a restart from a cloned disk. */
    bootId: z.string().max(64),
  }),
  z.object({ type: z.literal('link-failed'), token: linkToken, message: z.string().max(500) }),
  /** `message`: a sentence, when it is not reachable. */
  z.object({ type: z.literal('probe-answer'), probeId, result: probeResult, message: z.string().max(500).optional() }),
])
export type AgentToRelay = z.infer<typeof agentToRelay>

// A work connection is a TCP connection to the same port of the relay. Its first bytes are `workPreamble`, then the 32
// bytes of the token; from then on the relay carries it to the other end that named the same token. (A TLS ClientHello
// begins with 0x16 and goes to the control channel.) On top the two ends speak TLS 1.3, the device's agent as TLS
// server, each certificate carrying its owner's key.
//
// One that was ordered by `check` goes no further than the relay: it sends the 32 bytes back, and the agent, having read
// them, ends the connection in order.
export const workPreamble = new TextEncoder().encode('FPW1')
