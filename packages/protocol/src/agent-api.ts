// What an agent asks of the server, over HTTPS: to be enrolled, and what to do ("assignment"). JSON both ways.
//
// Every request is signed with the agent's Ed25519 key:
//   farport-key: base64url public key
//   farport-time: milliseconds since the epoch, by the agent's clock as corrected by `serverTime` of a refusal
//   farport-signature: base64url signature over `requestText(...)`

import { reachRuleLengthMax, reachRulesMax } from '@farport/vocabulary'
import { z } from 'zod'
import { accountId, deviceId, host, moment, port, publicKey, relayId, serviceId, ticketText } from './words.ts'

export const enrolPath = '/agent/v1/enrol'
export const claimPath = '/agent/v1/claim'
export const assignmentPath = '/agent/v1/assignment'
export const requestAgeMsMax = 5 * 60_000

/** The text that an agent signs. `bodySha256` is lower-case hex; of the empty string when there is no body. */
export function requestText(request: { method: string; path: string; timeMs: number; bodySha256: string }): string {
  return ['farport-agent-request-1', request.method, request.path, String(request.timeMs), request.bodySha256].join(
    '\n',
  )
}

/** A database keeps no NUL. */
const text = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .regex(/^[^\0]*$/)

const machine = z.object({
  hostname: text(255),
  /** A device platform type of the vocabulary. */
  platform: z.int().min(0).max(65_535),
  /** Something of the hardware that stays the same: the machine id. */
  hardwareId: text(128).optional(),
  agentVersion: text(64),
  internalAddress: text(64).optional(),
})

/** POST to claimPath: an agent that belongs to nobody asks for a code to show. The key in the headers is its own. */
export const claimRequest = machine.extend({
  /** By which the installation knows the copies of its own demo device. */
  demoWord: text(128).optional(),
})
export type ClaimRequest = z.infer<typeof claimRequest>

/** Answer to claimPath. Once somebody has typed the code in, there is an assignment. */
export const claimOffer = z.object({
  /** To be shown as it is. */
  code: z.string().regex(/^[0-9A-Z]{1,32}$/),
  /** From then on another is to be asked for. */
  expiresAt: moment,
})
export type ClaimOffer = z.infer<typeof claimOffer>

/** POST to enrolPath. The key in the headers becomes the device's key. */
export const enrolRequest = machine.extend({ code: z.string().min(1).max(128) })
export type EnrolRequest = z.infer<typeof enrolRequest>

export const serviceOrder = z.object({
  id: serviceId,
  /** As the device sees it. */
  host,
  port,
  protocol: z.enum(['TCP', 'UDP']),
  /** An application type of the vocabulary. Absent: nothing that the agent would have to know. */
  application: z.int().min(0).optional(),
  /**
   * What a SOCKS service may be used to reach: rules as parseReachRule of the vocabulary reads them; one that cannot be
   * read allows nothing. Absent: the networks that the device is in, and the service's own host.
   */
  allow: z.array(z.string().max(reachRuleLengthMax)).max(reachRulesMax).optional(),
})
export type ServiceOrder = z.infer<typeof serviceOrder>

/** Two UDP ports of a relay that answer STUN: a NAT that maps differently for each of them shows itself. */
export const stunPorts = z.tuple([port, port])

export const relayPlace = z.object({
  id: relayId,
  host,
  port,
  /** Absent: this relay answers no STUN. */
  stunPorts: stunPorts.optional(),
  /** The relay's own key: its TLS certificate must carry it. */
  publicKey,
})
export type RelayPlace = z.infer<typeof relayPlace>

/** Answer to enrolling, and to GET assignmentPath. */
export const assignment = z.object({
  accountId,
  deviceId,
  deviceName: z.string(),
  /** Goes up with every change of this answer's orders. */
  revision: z.int().min(0),
  /** Nearest first. */
  relays: z.array(relayPlace).max(64),
  /** The keys that tickets are signed with: the present one first. */
  ticketKeys: z.array(publicKey).min(1).max(8),
  /** Admits this agent to the relays. */
  tunnelTicket: ticketText,
  /** When the agent should ask again, at the latest. */
  renewAt: moment,
  /** All that may be reached through this agent: nothing else is connected to. */
  services: z.array(serviceOrder).max(1000),
})
export type Assignment = z.infer<typeof assignment>

export const agentRefusal = z.object({
  /**
   * code-unknown: no such registration code, or it is used up. not-enrolled: no device has this key (any more).
   * clock: the request's time is more than five minutes off. signature: it does not match. invalid: the body breaks a
   * rule. busy: try again later.
   */
  code: z.enum(['code-unknown', 'already-enrolled', 'not-enrolled', 'clock', 'signature', 'invalid', 'busy']),
  message: z.string(),
  serverTime: moment,
})
export type AgentRefusal = z.infer<typeof agentRefusal>
