// What a connection is in, which of its conditions hold, and what went wrong: from facts to what people read. Pure.

import { streamCode, type StreamRefusal } from '@farport/session'
import type { LocalError, LocalState, PathKind } from '@farport/protocol'

export interface ConnectionFacts {
  /** closing: its streams are being ended. closed: it is over. */
  readonly phase: 'binding' | 'open' | 'closing' | 'closed'
  readonly streams: number
  /** Somebody has come, and waits for a stream. */
  readonly opening: number
  readonly peer: PeerFacts
  /** The local port answers this machine; undefined while that is not known. */
  readonly isPortAnswering: boolean | undefined
  /** Its name leads to the loopback address; undefined while that is not known. */
  readonly isNameResolving: boolean | undefined
  /** The service took the last stream, or did not; undefined when there was none. */
  readonly isTargetReachable: boolean | undefined
}

/** Of the device's agent, as this end knows it. */
export interface PeerFacts {
  /** A relay has let this end in. */
  readonly isAtRelay: boolean
  /** There is a session: both ends have proven their keys. */
  readonly isAuthenticated: boolean
  /** What carries the session. */
  readonly carrier: PathKind | undefined
  /** A relayed link carries, or waits for its turn. */
  readonly hasRelay: boolean
  /** Why there is no session, or none that may be used. */
  readonly trouble: LocalError | undefined
}

export function stateOf({ phase, streams, opening, peer }: ConnectionFacts): LocalState {
  switch (phase) {
    case 'binding':
      return 'starting'
    case 'closing':
      return streams > 0 ? 'disconnecting' : 'stopping'
    case 'closed':
      return 'disconnected'
    case 'open':
      if (streams > 0) return 'connected'
      if (peer.trouble !== undefined) return 'offline'
      return opening > 0 || !peer.isAuthenticated ? 'connecting' : 'ready'
  }
}

/**
 * In the order of checkpointRows; null: not known, or not asked for. A connection has its name from the beginning, and
 * whoever asks for its checkpoints hears them from an agent that runs.
 */
export function checkpointsOf(facts: ConnectionFacts, route: 'failover' | 'p2p' | 'proxy'): (boolean | null)[] {
  const { phase, peer, isPortAnswering = null, isNameResolving = null, isTargetReachable = null } = facts
  const isBound = phase === 'open'
  const isDirect = peer.carrier !== undefined && peer.carrier !== 'relay'
  return [
    isBound,
    true,
    isNameResolving,
    isBound && isPortAnswering,
    true,
    peer.isAtRelay,
    peer.isAuthenticated,
    route === 'proxy' ? null : isDirect,
    isTargetReachable,
    peer.hasRelay,
  ]
}

export const targetUnreachable: LocalError = {
  code: 523,
  message: 'Farport connected, but there is no service running on the remote machine.',
}

export const deviceOffline = (reason: string): LocalError => ({
  code: 101,
  message: `An error occurred connecting. Please ensure that the device is online. (${reason})`,
})

export const keyMismatch: LocalError = {
  code: 496,
  message: 'The other end could not prove that it is this device: it holds another key than the server names.',
}

/** What a stream's refusal says of the connection; undefined: nothing, it was in order. */
export function errorOf({ code, message }: StreamRefusal): LocalError | undefined {
  switch (code) {
    case streamCode.none:
    case streamCode.revoked:
      return undefined
    case streamCode.targetUnreachable:
      return targetUnreachable
    case streamCode.ticketRefused:
    case streamCode.tooManyStreams:
    case streamCode.broken:
    case streamCode.sessionEnded:
      return { code: 101, message: asSentence(message) }
  }
}

export function asSentence(text: string): string {
  const trimmed = text.trim()
  const begun = trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
