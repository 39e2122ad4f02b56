// A session: the use of a connection, from its opening to its end.

import type { LocalState, PathKind, PathWhy, ProxyEnd, RouteMode } from '@farport/protocol'
import type { AccountId, ConnectionId, DeviceId, RelayId, ServiceId } from '@farport/vocabulary'
import type { EventTarget, NewEvent } from '#platform/events'

export interface Session {
  /** Shared with its connection. */
  readonly id: ConnectionId
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly serviceId: ServiceId
  /** Who began it. Undefined: somebody who used a connect link. */
  readonly userId: AccountId | undefined
  /** Through a proxy port; else by an agent of the person. */
  readonly isProxy: boolean
  /** How the streams of an agent may travel; undefined for a proxy port. */
  readonly route: RouteMode | undefined
  readonly initiatorPlatform: number
  /** The service as it was at the beginning. */
  readonly target: EventTarget
  readonly beganAt: Date
  /** The latched or last address that used it. */
  readonly source: string | undefined
  /** Towards the device, in decimal: it may outgrow a double. */
  readonly txBytes: string
  readonly rxBytes: string
  readonly streams: number
  /** The way that its bytes take, as its initiator told last: of a proxy port and a connect link that is their relay. */
  readonly path: SessionPath | undefined
  /** How it fares at its initiator's end, as that told last. */
  readonly health: SessionHealth | undefined
}

export interface SessionPath {
  readonly kind: PathKind
  /** The other end: host and port. Of a relayed path the relay. */
  readonly remote: string | undefined
  readonly relay: RelayId | undefined
  /** Why there is no better one. */
  readonly why: PathWhy | undefined
  /** The same in a sentence. */
  readonly reason: string | undefined
  /** From the initiator to the device: of a proxy port and a connect link from their relay. */
  readonly roundTripMs: number | undefined
  /** 0 to 1. */
  readonly loss: number | undefined
  readonly at: Date
}

/** Microseconds and millionths are as fine as anybody can measure, and fit wherever they are kept. */
export function measuredOf(told: {
  roundTripMs?: number | undefined
  loss?: number | undefined
}): Pick<SessionPath, 'roundTripMs' | 'loss'> {
  const { roundTripMs, loss } = told
  return {
    roundTripMs: roundTripMs === undefined ? undefined : Math.round(roundTripMs * 1e3) / 1e3,
    loss: loss === undefined ? undefined : Math.round(loss * 1e6) / 1e6,
  }
}

/** Of a proxy port and a connect link: they are on a relay, and nowhere else. */
export function proxyPath(
  relay: RelayId | undefined,
  at: Date,
  told: { roundTripMs?: number | undefined },
): SessionPath {
  return { kind: 'relay', remote: undefined, relay, why: 'relay-only', reason: undefined, ...measuredOf(told), at }
}

export interface SessionHealth {
  readonly state: LocalState
  /** In the order of checkpointRows. */
  readonly checkpoints: readonly (boolean | null)[]
  readonly error: { readonly code: number; readonly message: string } | undefined
}

/** How clients tell those of whom nothing is known: "Anonymous", by a service key. */
export const anonymousManufacturer = 34_560

const eventOf = (session: Session) => ({
  accountId: session.accountId,
  type: 'DEVICE_CONNECT' as const,
  ...(session.userId !== undefined && { actorId: session.userId }),
  deviceId: session.deviceId,
  targets: [session.target],
})

const dataOf = (session: Session) => ({
  session: session.id,
  platform: session.initiatorPlatform,
  ...(session.userId === undefined && { manufacturer: anonymousManufacturer }),
  proxy: session.isProxy,
  ...(session.source === undefined ? {} : { source: session.source }),
})

export function sessionBegan(session: Session): NewEvent {
  return { ...eventOf(session), state: 'connected', data: dataOf(session) }
}

export function sessionEnded(
  session: Session,
  how: { end: ProxyEnd; at: Date; averageRoundTripMs?: number | undefined },
): NewEvent {
  const lifetime = Math.max(0, Math.round((how.at.getTime() - session.beganAt.getTime()) / 1000))
  const { txBytes, rxBytes } = session
  return {
    ...eventOf(session),
    state: 'disconnected',
    action: how.end,
    data: {
      ...dataOf(session),
      txBytes,
      rxBytes,
      lifetime,
      ...(how.averageRoundTripMs !== undefined && { avgRTT: how.averageRoundTripMs }),
    },
  }
}
