// How a connection of an agent of a person fares, as interfaces and the server hear it.

import { z } from 'zod'

/** What local connections are in, by their numbers. */
export const localStates = [
  'offline', // the device cannot be reached
  'starting', // the local port is being bound
  'ready', // the local port waits for somebody
  'connecting', // somebody has come, and the way to the device is being made
  'connected', // somebody is connected
  'disconnecting', // the streams are being ended
  'disconnected', // over
  'stopping', // the local port is being given back
] as const
export const localState = z.enum(localStates)
export type LocalState = z.infer<typeof localState>

/** What has to be there for a connection, in the order in which people read it. */
export const checkpointRows = [
  'Bound to local port',
  'Hostname fetched',
  'Hostname resolved',
  'Agent bound to local port',
  'Agent can start',
  'Agent connected to Cloud',
  'Agent authenticated',
  'Peer to peer tunnel created',
  'Target service is reachable',
  'Proxy connection established',
] as const

/** One for each of checkpointRows; null: not known yet, or not asked for. */
export const checkpoints = z.array(z.boolean().nullable()).length(checkpointRows.length)

/** 101: the agent, here or there. 496: a key or a name. 523: the service behind the device. */
export const localError = z.object({
  code: z.union([z.literal(101), z.literal(496), z.literal(523)]),
  message: z.string(),
})
export type LocalError = z.infer<typeof localError>

/** Over which kind of way bytes travel. lan and tcp are direct TCP, udp is punched or mapped UDP. */
export const pathKind = z.enum(['relay', 'lan', 'tcp', 'udp'])
export type PathKind = z.infer<typeof pathKind>

/** Why there is no better path, in so many cases. */
export const pathWhys = [
  'relay-only', // a person wants it so
  'switched-off', // direct ways are, on the initiator's machine
  'looking', // too early to say
  'was-lost', // a direct way is there, and has to hold for a while before it is used again
  'blocked-here', // the initiator's network lets no UDP through
  'blocked-there', // the device's network lets no UDP through
  'both-symmetric', // both networks give every connection another port
  'other-network', // it is direct, and the two are in different networks
  'failed', // all that was tried
  'none-found', // nothing stands against it that is known
  'unreachable', // nothing carries
] as const
export const pathWhy = z.enum(pathWhys)
export type PathWhy = z.infer<typeof pathWhy>
