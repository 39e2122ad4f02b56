// Which words of ours stand for what the server says of a session's way. Pure.

import type { Tone } from '@farport/design-system'
import type { CheckpointName, ConnectionKind, PathKind, PathWhy, SessionState } from '#graphql'
import type { MessageKey } from '../../i18n/messages.ts'

export const pathText = {
  RELAY: 'connections.path.relay',
  LAN: 'connections.path.lan',
  TCP: 'connections.path.tcp',
  UDP: 'connections.path.udp',
} as const satisfies Record<PathKind, MessageKey>

/** In a list, where there is little room. */
export const shortPathText = {
  RELAY: 'connections.path.short.relay',
  LAN: 'connections.path.short.lan',
  TCP: 'connections.path.short.tcp',
  UDP: 'connections.path.short.udp',
} as const satisfies Record<PathKind, MessageKey>

/** What is direct is as good as it gets. */
export const pathTone: Readonly<Record<PathKind, Tone>> = {
  RELAY: 'brand',
  LAN: 'success',
  TCP: 'success',
  UDP: 'success',
}

/** Of a proxy port the relay measures, which does not know how far people are. */
export const roundTripText = {
  PEER: 'connections.path.roundTrip',
  PROXY: 'connections.path.roundTripOfRelay',
} as const satisfies Record<ConnectionKind, MessageKey>

export const whyText = {
  RELAY_ONLY: 'connections.why.relayOnly',
  SWITCHED_OFF: 'connections.why.switchedOff',
  LOOKING: 'connections.why.looking',
  WAS_LOST: 'connections.why.wasLost',
  BLOCKED_HERE: 'connections.why.blockedHere',
  BLOCKED_THERE: 'connections.why.blockedThere',
  BOTH_SYMMETRIC: 'connections.why.bothSymmetric',
  OTHER_NETWORK: 'connections.why.otherNetwork',
  FAILED: 'connections.why.failed',
  NONE_FOUND: 'connections.why.noneFound',
  UNREACHABLE: 'connections.why.unreachable',
} as const satisfies Record<PathWhy, MessageKey>

export const stateText = {
  OFFLINE: 'connections.state.offline',
  STARTING: 'connections.state.starting',
  READY: 'connections.state.ready',
  CONNECTING: 'connections.state.connecting',
  CONNECTED: 'connections.state.connected',
  DISCONNECTING: 'connections.state.disconnecting',
  DISCONNECTED: 'connections.state.disconnected',
  STOPPING: 'connections.state.stopping',
} as const satisfies Record<SessionState, MessageKey>

export const stateTone: Readonly<Record<SessionState, Tone>> = {
  OFFLINE: 'danger',
  STARTING: 'warning',
  READY: 'brand',
  CONNECTING: 'warning',
  CONNECTED: 'success',
  DISCONNECTING: 'warning',
  DISCONNECTED: 'neutral',
  STOPPING: 'warning',
}

export const checkpointText = {
  PORT_BOUND: 'connections.checkpoint.portBound',
  NAME_FETCHED: 'connections.checkpoint.nameFetched',
  NAME_RESOLVED: 'connections.checkpoint.nameResolved',
  AGENT_BOUND: 'connections.checkpoint.agentBound',
  AGENT_STARTS: 'connections.checkpoint.agentStarts',
  CLOUD_CONNECTED: 'connections.checkpoint.cloudConnected',
  AUTHENTICATED: 'connections.checkpoint.authenticated',
  PEER_TO_PEER: 'connections.checkpoint.peerToPeer',
  TARGET_REACHABLE: 'connections.checkpoint.targetReachable',
  PROXY_ESTABLISHED: 'connections.checkpoint.proxyEstablished',
} as const satisfies Record<CheckpointName, MessageKey>

/** Of an error of another code its own sentence has to do. */
export function errorText(code: number): MessageKey | undefined {
  const known = errors.find((one) => one.code === code)
  return known?.text
}

const errors = [
  { code: 101, text: 'connections.errorCode.agent' },
  { code: 496, text: 'connections.errorCode.key' },
  { code: 523, text: 'connections.errorCode.target' },
] as const satisfies { code: number; text: MessageKey }[]
