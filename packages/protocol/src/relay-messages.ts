// The channel between a relay and the server: JSON texts in one WebSocket (`/relay/v1`), which the relay dials.
//
//   server → relay   hello
//   relay  → server  join
//   server → relay   joined   or refused; then an open-proxy for everything that should be open on this relay
//   relay  → server  presence (snapshot first), usage, proxy-opened, order-refused, proxy-closed, heartbeat,
//                    probe-answer, ask-link, link-visit
//   server → relay   open-proxy, close-proxy, serve-link, link-state, links-told, cut-connection, probe-target, nudge-agent, drop-agent

import { z } from 'zod'
import { stunPorts } from './agent-api.ts'
import { probeId, probeResult, tunnelRefusalCode } from './tunnel-messages.ts'
import {
  accountId,
  connectionId,
  deviceId,
  host,
  linkCode,
  linkTicketText,
  moment,
  port,
  publicKey,
  relayId,
  signature,
  ticketText,
} from './words.ts'

export const relayPath = '/relay/v1'
export const relayMessageBytesMax = 1_048_576
/** At most this many entries in one presence or usage message. */
export const batchLengthMax = 1000

/** What a relay signs, and what the join secret authenticates (HMAC-SHA-256, base64url), to join. */
export function joinText(join: {
  nonce: string
  relayId: string
  publicKey: string
  host: string
  port: number
}): string {
  return ['farport-relay-join-1', join.nonce, join.relayId, join.publicKey, join.host, String(join.port)].join('\n')
}

export const proxyEnd = z.enum([
  'disconnected', // ordered by the server
  'idle', // no stream for the idle time
  'expired', // the whole life of the connection is over
  'refused', // the agent does not serve it (any more)
  'failed', // the relay could not go on with it
])
export type ProxyEnd = z.infer<typeof proxyEnd>

export const usage = z.object({
  connectionId,
  accountId,
  /** Bytes towards the device since the proxy opened. */
  txBytes: z.int().min(0),
  /** Bytes from the device since the proxy opened. */
  rxBytes: z.int().min(0),
  /** Streams open now. */
  streams: z.int().min(0),
  /** The latched or last address that used it. */
  source: host.optional(),
  /** Milliseconds from the relay to the device's agent and back. Absent: not measured yet. What is lost a relay cannot see. */
  roundTripMs: z.number().min(0).max(3_600_000).optional(),
})
export type Usage = z.infer<typeof usage>

/** What a relay knows of one device. Its moments are by the server's clock, as `hello` told it. */
export const agentPresence = z.object({
  accountId,
  deviceId,
  /** Its tunnel is here, and streams to it open. */
  isOnline: z.boolean(),
  /** When the tunnel entered that this is about. The newest tunnel of a device counts, wherever it is. */
  enteredAt: moment,
  /** When this became true of that tunnel. Its newest fact counts. */
  at: moment,
  externalAddress: host.optional(),
  internalAddress: z.string().max(64).optional(),
  agentVersion: z.string().max(64).optional(),
})
export type AgentPresence = z.infer<typeof agentPresence>

/** What there is to say of a connect link that is not served here. */
export const linkState = z.enum([
  'unknown', // there is none of that name (any more)
  'disabled', // it was switched off, or its service was
  'offline', // its device has no tunnel anywhere
  'elsewhere', // another relay holds its device's tunnel
])
export type LinkState = z.infer<typeof linkState>

export const relayToServer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('join'),
    protocol: z.int(),
    relayId,
    publicKey,
    /** Where agents and people reach this relay. */
    host,
    port,
    /** Absent: it answers no STUN. */
    stunPorts: stunPorts.optional(),
    version: z.string().max(64),
    signature,
    /** HMAC-SHA-256 of joinText with the join secret, base64url. */
    proof: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
  z.object({ type: z.literal('heartbeat'), agents: z.int().min(0), proxies: z.int().min(0), streams: z.int().min(0) }),
  /** `snapshot-begin` … batches … `snapshot-end`: every agent that is not in between is offline here. */
  z.object({
    type: z.literal('presence'),
    part: z.enum(['change', 'snapshot-begin', 'snapshot', 'snapshot-end']),
    agents: z.array(agentPresence).max(batchLengthMax),
  }),
  z.object({ type: z.literal('usage'), connections: z.array(usage).max(batchLengthMax) }),
  z.object({ type: z.literal('proxy-opened'), connectionId, host, port }),
  z.object({
    type: z.literal('order-refused'),
    connectionId,
    /** offline: the agent has no tunnel here. ticket: it does not verify. busy: a limit. port: none is free. */
    code: z.enum(['offline', 'ticket', 'busy', 'port']),
    message: z.string(),
  }),
  z.object({ type: z.literal('proxy-closed'), end: proxyEnd, at: moment, usage }),
  /** Somebody asks for a link that this relay does not know; answered by link-state. */
  z.object({ type: z.literal('ask-link'), code: linkCode }),
  /**
   * An address has begun to use a link: usage and proxy-closed with this id tell the rest. Told again after each join
   * for those that go on.
   */
  z.object({ type: z.literal('link-visit'), connectionId, code: linkCode, source: host, at: moment }),
  z.object({
    type: z.literal('probe-answer'),
    deviceId,
    probeId,
    /** offline: the agent has no tunnel here. */
    result: z.enum([...probeResult.options, 'offline']),
    /** A sentence, when it is not reachable. */
    message: z.string().max(500).optional(),
  }),
])
export type RelayToServer = z.infer<typeof relayToServer>

export const serverToRelay = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    nonce: z.string().min(32).max(64),
    /** What time it is: facts of several relays are put in order by it. */
    serverTime: moment,
  }),
  z.object({ type: z.literal('joined'), leaseMs: z.int().min(1000), ticketKeys: z.array(publicKey).min(1).max(8) }),
  z.object({ type: z.literal('refused'), message: z.string() }),
  /** `port`: the one that it had before the relay restarted, to be taken again if it is free. */
  z.object({ type: z.literal('open-proxy'), connectionId, ticket: ticketText, port: port.optional() }),
  z.object({ type: z.literal('close-proxy'), connectionId }),
  /** From now on, or from now on so: `ticket` is a link's, and `streams` the proxy ticket that its streams open under. */
  z.object({ type: z.literal('serve-link'), code: linkCode, ticket: linkTicketText, streams: ticketText }),
  /** Not served here, for this reason: what goes through it is cut. */
  z.object({ type: z.literal('link-state'), code: linkCode, state: linkState }),
  /** After the end of a snapshot: every link that has not come since this relay joined is not served here any more. */
  z.object({ type: z.literal('links-told') }),
  /** To be told to the device's agent, and to the connection's initiator if it is here. */
  z.object({ type: z.literal('cut-connection'), deviceId, connectionId }),
  /** To be asked of the device's agent: does something listen there, as it sees it? */
  z.object({ type: z.literal('probe-target'), deviceId, probeId, host, port }),
  z.object({ type: z.literal('nudge-agent'), deviceId, revision: z.int().min(0) }),
  z.object({ type: z.literal('drop-agent'), deviceId, code: tunnelRefusalCode, message: z.string() }),
])
export type ServerToRelay = z.infer<typeof serverToRelay>
