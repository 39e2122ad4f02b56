// What a ticket says. Short, signed by the server, single purpose: who, which service, which relay, which rules, until when.

import { z } from 'zod'
import { accountId, connectionId, deviceId, linkCode, moment, port, publicKey, relayId, serviceId } from './words.ts'

/** Who may use a proxy port. The first address that comes, anyone, or only these addresses (CIDR). */
export const addressRule = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('latch') }),
  z.object({ rule: z.literal('anyone') }),
  z.object({ rule: z.literal('ranges'), ranges: z.array(z.string().max(64)).min(1).max(32) }),
])
export type AddressRule = z.infer<typeof addressRule>

/** Admits an agent to a relay: this key speaks for this device. */
export const tunnelClaims = z.object({
  purpose: z.literal('tunnel'),
  accountId,
  deviceId,
  agentKey: publicKey,
  expiresAt: moment,
})
export type TunnelClaims = z.infer<typeof tunnelClaims>

/** Lets an initiator open streams to one service of one device, and, when it is a relay, a port for it. */
export const proxyClaims = z.object({
  purpose: z.literal('proxy'),
  connectionId,
  accountId,
  deviceId,
  serviceId,
  relayId,
  /** The key of the session's initiating end. */
  initiatorKey: publicKey,
  /** The key of the device's agent: streams open to no other. Absent: whichever agent entered for the device. */
  agentKey: publicKey.optional(),
  allowed: addressRule,
  /** What the port listens for. Absent: TCP. */
  protocol: z.enum(['TCP', 'UDP']).optional(),
  /** The proxy ends when it has had no stream for so long. 0: never. */
  idleTimeoutMs: z.int().min(0),
  /** The proxy's whole life ends here, and so does the ticket. */
  expiresAt: moment,
})
export type ProxyClaims = z.infer<typeof proxyClaims>

/** How streams may travel. failover: directly where that works, else by a relay. */
export const routeMode = z.enum(['failover', 'p2p', 'proxy'])
export type RouteMode = z.infer<typeof routeMode>

/**
 * Lets an initiator that a person runs meet one device's agent, and open streams to one of its services. Short-lived:
 * the server renews it while the person may use the service.
 */
export const peerClaims = z.object({
  purpose: z.literal('peer'),
  connectionId,
  accountId,
  deviceId,
  serviceId,
  /** The key of the session's initiating end. */
  initiatorKey: publicKey,
  /** The key of the device's agent: the initiator meets no other. */
  agentKey: publicKey,
  route: routeMode,
  expiresAt: moment,
})
export type PeerClaims = z.infer<typeof peerClaims>

/** What a stream may be opened under. */
export type StreamClaims = ProxyClaims | PeerClaims

/** What a connect link is towards people. */
export const linkKind = z.discriminatedUnion('type', [
  /** A name. `host` is what the service is called by in the Host header, and `scheme` what it speaks. */
  z.object({ type: z.literal('web'), scheme: z.enum(['http', 'https']), host: z.string().min(1).max(300) }),
  z.object({ type: z.literal('tcp'), port }),
  z.object({ type: z.literal('udp'), port }),
])
export type LinkKind = z.infer<typeof linkKind>

const linkAddresses = z.array(z.string().max(64)).max(100)

/**
 * Lets a relay serve a connect link: whom it lets in, and where it leads. The streams have a ticket of their own, so
 * that the device's agent never sees the password's hash.
 */
export const linkClaims = z.object({
  purpose: z.literal('link'),
  code: linkCode,
  accountId,
  deviceId,
  serviceId,
  relayId,
  /** The key of the device's agent: streams open to no other. */
  agentKey: publicKey,
  kind: linkKind,
  /** Without any, all addresses. */
  allow: linkAddresses,
  /** Those that may not, whatever `allow` says. */
  deny: linkAddresses,
  /** `scrypt$<cost>$<salt>$<hash>`: block size 8, parallelization 1, salt and hash in base64url. */
  passwordHash: z.string().max(200).optional(),
  /** Who was let in before this moment is not any more. */
  visitsFrom: moment,
  expiresAt: moment,
})
export type LinkClaims = z.infer<typeof linkClaims>

export const ticketClaims = z.discriminatedUnion('purpose', [tunnelClaims, proxyClaims, peerClaims, linkClaims])
export type TicketClaims = z.infer<typeof ticketClaims>
export type TicketPurpose = TicketClaims['purpose']
