// What the command line, or another interface on this machine, says to the local agent and hears from it: JSON texts,
// one to a line, over a socket that only its user may open.
//
//   interface → agent   a request with a number of its own
//   agent → interface   one answer with that number; and `changed` for those who watch, whenever something has changed

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { checkpoints, localError, localState, pathKind, pathWhy } from './connection-health.ts'
import { peerOrder } from './initiator-api.ts'
import { addressRule, routeMode } from './ticket-claims.ts'
import { connectionId, deviceId, host, moment, port, publicKey, serviceId } from './words.ts'

/** Room for an order with as many relays as there may be. */
export const localLineBytesMax = 131_072

/** Where local ports are taken when nobody says otherwise. */
export const localPorts = { first: 33_000, last: 42_999 } as const

/** Who may use a local port, beside this machine itself. `latch` is for ports of relays. */
export const lanRule = addressRule.refine(({ rule }) => rule !== 'latch', 'a local port is not latched')

export const localConnection = z.object({
  connectionId,
  deviceId,
  serviceId,
  deviceName: z.string(),
  serviceName: z.string(),
  application: z.int(),
  protocol: z.enum(['TCP', 'UDP']),
  route: routeMode,
  /** A name of this machine for it: the browser and most systems take it to the loopback address. */
  name: z.string(),
  /** Where programs reach it. */
  host,
  /** 0: it is not bound yet. */
  port: z.int().min(0).max(65_535),
  /** Where the port is bound. */
  boundTo: host,
  allowed: lanRule,
  state: localState,
  error: localError.optional(),
  checkpoints,
  /** What carries now. */
  path: z
    .object({
      kind: pathKind,
      /** The other end of what carries; of a relayed path the relay. */
      remote: z.string().optional(),
      since: moment,
      roundTripMs: z.number().optional(),
      loss: z.number().optional(),
    })
    .optional(),
  /** Why there is no better path: a sentence. */
  reason: z.string().optional(),
  why: pathWhy.optional(),
  /** Towards and from the device. */
  txBytes: z.int(),
  rxBytes: z.int(),
  streams: z.int(),
  openedAt: moment,
})
export type LocalConnection = z.infer<typeof localConnection>

/** What was true at a moment; bytes since the one before. */
export const localSample = z.object({
  at: moment,
  path: pathKind.optional(),
  roundTripMs: z.number().optional(),
  loss: z.number().optional(),
  txBytes: z.int(),
  rxBytes: z.int(),
})
export type LocalSample = z.infer<typeof localSample>

const id = z.int().min(1).max(0xffff_ffff)

export const localRequest = z.discriminatedUnion('type', [
  /** Who is there. */
  z.object({ id, type: z.literal('hello') }),
  /** Bind a port for this order of the server. */
  z.object({
    id,
    type: z.literal('open'),
    serverUrl: z.url({ protocol: /^https?$/ }).max(2048),
    order: peerOrder,
    /** Absent: 127.0.0.1. */
    host: host.optional(),
    /** Absent: the one that the service had before, or a free one of localPorts. */
    port: port.optional(),
    /** Absent: this machine alone. */
    allowed: lanRule.optional(),
    /** The connection ends when whoever asked hangs up. */
    isHeld: z.boolean(),
  }),
  z.object({ id, type: z.literal('list') }),
  /** Whether the service answers: opens a stream and lets go of it. */
  z.object({ id, type: z.literal('check'), connectionId }),
  /** Bytes and round trip over time. */
  z.object({ id, type: z.literal('samples'), connectionId }),
  z.object({ id, type: z.literal('close'), connectionId }),
  /** From now on every change is told. */
  z.object({ id, type: z.literal('watch') }),
  /** Ends everything, and the program. */
  z.object({ id, type: z.literal('stop') }),
])
export type LocalRequest = z.infer<typeof localRequest>

export const localAnswer = z.discriminatedUnion('type', [
  z.object({ id, type: z.literal('refused'), message: z.string() }),
  z.object({ id, type: z.literal('hello'), version: z.string(), publicKey }),
  z.object({ id, type: z.literal('connection'), connection: localConnection }),
  z.object({ id, type: z.literal('connections'), connections: z.array(localConnection) }),
  z.object({ id, type: z.literal('samples'), samples: z.array(localSample) }),
  z.object({ id, type: z.literal('done') }),
])
export type LocalAnswer = z.infer<typeof localAnswer>

/** What is told to those who watch. `disconnected` is the last that is told of a connection. */
export const localEvent = z.object({ type: z.literal('changed'), connection: localConnection })
export type LocalEvent = z.infer<typeof localEvent>

/** Where agents keep what is theirs, unless FARPORT_STATE_DIR says otherwise. */
export function defaultStateDir(machine: { isRoot: boolean; home: string }): string {
  return machine.isRoot ? '/var/lib/farport' : `${machine.home}/.local/state/farport`
}

/** What a local agent wrote down to bring back after a restart; there is none when nothing is to come back. */
export function keptConnectionsPath(stateDir: string): string {
  return `${stateDir}/initiator/connections.json`
}

/** Where the local agent with this state listens. */
export function localSocketPath(stateDir: string, platform: string): string {
  if (platform !== 'win32') return `${stateDir}/initiator/control.sock`
  return `\\\\.\\pipe\\farport-${createHash('sha256').update(stateDir).digest('hex').slice(0, 32)}`
}
