// A connection: what leads a person to a service. Through a proxy port on a relay, or made by an agent of theirs, which is
// a peer of the device's (peer.ts). Here: what a proxy port goes through, from its opening to its end.

import type { ProxyEnd } from '@farport/protocol'
import type { RelayId } from '@farport/vocabulary'
import type { ConnectionFacts } from './connection-facts.ts'
import type { PeerConnection } from './peer.ts'

export type Connection = ProxyConnection | PeerConnection

export interface ProxyConnection extends ConnectionFacts {
  readonly kind: 'proxy'
  readonly relayId: RelayId
  /** As the API states it. */
  readonly hostRule: string
  readonly idleTimeoutMs: number
  readonly progress: ConnectionProgress
}

interface Place {
  /** Where people reach the port. */
  readonly host: string
  readonly port: number
}

export type ConnectionProgress =
  /** The relay was told to open it. */
  | { readonly state: 'opening'; readonly at: Date }
  | ({ readonly state: 'open'; readonly at: Date } & Place)
  /** It was open; its relay came back and was told to open it again, at the same port. */
  | ({ readonly state: 'reopening'; readonly at: Date } & Place)
  /** The relay was told to close it. */
  | { readonly state: 'closing'; readonly at: Date; readonly end: ProxyEnd }
  /** The end: there is no row any more. */
  | { readonly state: 'closed'; readonly at: Date; readonly end: ProxyEnd }

export type ConnectionEvent =
  | ({ readonly event: 'opened'; readonly at: Date } & Place)
  | { readonly event: 'relay-returned'; readonly at: Date }
  | { readonly event: 'refused'; readonly at: Date; readonly isAgentAway: boolean }
  | { readonly event: 'close-asked'; readonly at: Date; readonly end: ProxyEnd }
  | { readonly event: 'closed'; readonly at: Date; readonly end: ProxyEnd }

/** What does not fit changes nothing: the same progress comes back. */
export function advance(progress: ConnectionProgress, happened: ConnectionEvent): ConnectionProgress {
  const { at } = happened
  if (progress.state === 'closed') return progress
  switch (happened.event) {
    case 'opened':
      if (progress.state === 'closing') return progress
      return {
        state: 'open',
        at: progress.state === 'open' ? progress.at : at,
        host: happened.host,
        port: happened.port,
      }
    case 'relay-returned':
      if (progress.state !== 'open') return progress
      return { state: 'reopening', at, host: progress.host, port: progress.port }
    case 'refused':
      // An agent that is on its way back to its relay is waited for, since people still hold the address.
      if (progress.state === 'reopening' && happened.isAgentAway) return progress
      return { state: 'closed', at, end: progress.state === 'closing' ? progress.end : 'failed' }
    case 'close-asked':
      return progress.state === 'closing' ? progress : { state: 'closing', at, end: happened.end }
    case 'closed':
      return { state: 'closed', at, end: progress.state === 'closing' ? progress.end : happened.end }
  }
}

export const connectionTimes = {
  /** An opening that nobody waits for any more: the process that did is gone. */
  openingMsAbandoned: 20_000,
  /** How long an agent may take to come back to a relay that came back. */
  reopeningMsMax: 60_000,
  /** How long a relay may take to confirm that it closed a port. */
  closingMsMax: 10_000,
  /** A disconnect waits so long for the last figures. */
  disconnectMsMax: 2000,
  /** A relay gone so long does not come back for its ports. */
  relayLostMsMax: 120_000,
  /** A service that is offline for so long is not waited for: its port is given back. */
  deviceAwayMsMax: 15 * 60_000,
  /** The relay ends it at its time; the server only when the relay does not. */
  expiryMsGrace: 30_000,
} as const

/** Since when a connection must be in its state to be stuck there. */
export function stuckBefore(now: Date): Record<'opening' | 'reopening' | 'closing', Date> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return {
    opening: ago(connectionTimes.openingMsAbandoned),
    reopening: ago(connectionTimes.reopeningMsMax),
    closing: ago(connectionTimes.closingMsMax),
  }
}

/** Why an overdue connection ends. */
export function overdueEnd(connection: Pick<ProxyConnection, 'progress' | 'expiresAt'>, now: Date): ProxyEnd {
  if (connection.progress.state === 'closing') return connection.progress.end
  return now.getTime() > connection.expiresAt.getTime() ? 'expired' : 'failed'
}

/** Scheme, host and port, for types that have a scheme. */
export function connectionUrl(scheme: string | undefined, place: Place): string | undefined {
  if (scheme === undefined) return undefined
  const host = place.host.includes(':') ? `[${place.host}]` : place.host
  return `${scheme}://${host}:${place.port}`
}
