// What an initiator asks of the server for its connections, over HTTPS; JSON both ways. The first ticket comes by the API,
// where a person asks for it (`connectPeer`). From then on the initiator asks by itself, signing each request with the key
// that the connection was made for, as agents sign theirs (agent-api.ts). So no credential of the person stays with it.

import { z } from 'zod'
import { relayPlace } from './agent-api.ts'
import { checkpoints, localError, localState, pathKind, pathWhy } from './connection-health.ts'
import { routeMode } from './ticket-claims.ts'
import { connectionId, deviceId, host, moment, port, publicKey, relayId, serviceId, ticketText } from './words.ts'

export const renewPath = '/initiator/v1/renew'
export const reportPath = '/initiator/v1/report'
export const endPath = '/initiator/v1/end'

/** All that an initiator needs to reach a service. Answer of `connectPeer`, and to renewPath. */
export const peerOrder = z.object({
  connectionId,
  deviceId,
  serviceId,
  /** For people. */
  deviceName: z.string(),
  serviceName: z.string(),
  application: z.int().min(0),
  protocol: z.enum(['TCP', 'UDP']),
  agentKey: publicKey,
  route: routeMode,
  ticket: ticketText,
  /** When the ticket ends. The initiator renews it well before. */
  expiresAt: moment,
  /** Those that the device's agent has a tunnel to, or may have: the best first. */
  relays: z.array(relayPlace).min(1).max(64),
})
export type PeerOrder = z.infer<typeof peerOrder>

/** POST to renewPath and endPath. */
export const connectionRequest = z.object({ connectionId })
export type ConnectionRequest = z.infer<typeof connectionRequest>

/** A database keeps no NUL. */
const sentence = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/)

/** What an initiator knows and measures of one connection. */
export const pathReport = z.object({
  connectionId,
  /** Absent: nothing carries. */
  path: pathKind.optional(),
  /** The other end, as this one sees it; of a relayed path the relay. */
  remote: z.object({ host, port }).optional(),
  /** Of a relayed path. */
  relay: relayId.optional(),
  /** Why there is no better path. */
  why: pathWhy.optional(),
  /** The same in a sentence, with what was seen. */
  reason: sentence.optional(),
  /** Initiators that do not know of these two tell neither. */
  state: localState.optional(),
  checkpoints: checkpoints.optional(),
  /** What went wrong last, unless it is well again. */
  error: localError.extend({ message: sentence }).optional(),
  roundTripMs: z.number().min(0).max(3_600_000).optional(),
  /** Of the path's own probes, 0 to 1. */
  loss: z.number().min(0).max(1).optional(),
  /** Towards and from the device, since the connection began. */
  txBytes: z.int().min(0),
  rxBytes: z.int().min(0),
  streams: z.int().min(0),
  at: moment,
})
export type PathReport = z.infer<typeof pathReport>

/** POST to reportPath: at most one every few seconds, of what has changed, and of each at least once a minute. */
export const reportRequest = z.object({ reports: z.array(pathReport).min(1).max(64) })
export type ReportRequest = z.infer<typeof reportRequest>

/** Answer to reportPath and endPath: those of the named connections that are over, and so are their streams. */
export const endedAnswer = z.object({ ended: z.array(connectionId).max(64) })
export type EndedAnswer = z.infer<typeof endedAnswer>

/**
 * Refused. ended: the connection is over, and so are its streams. unknown: it is not this initiator's. offline: the device
 * is not there just now; the ticket is renewed when it is back, if that is before its end.
 */
export const initiatorRefusal = z.object({
  code: z.enum(['ended', 'unknown', 'clock', 'signature', 'invalid', 'busy', 'offline']),
  message: z.string(),
  serverTime: moment,
})
export type InitiatorRefusal = z.infer<typeof initiatorRefusal>
