// A peer: a connection that an agent of a person makes to the device's agent. It lives as long as its ticket, which that
// agent renews while the person may use the service.

import type { ProxyEnd, RouteMode } from '@farport/protocol'
import { reservedAttribute, routes, type Attributes, type RelayId, type Route } from '@farport/vocabulary'
import { accept, refuse, type Result } from '@farport/basics'
import type { ConnectionFacts } from './connection-facts.ts'

export interface PeerConnection extends ConnectionFacts {
  readonly kind: 'peer'
  /** Where the device's agent was when the ticket was written last: its initiator went there. */
  readonly relayId: RelayId | undefined
  /** The public key of the agent that it was made for. */
  readonly initiatorKey: string
  readonly route: RouteMode
  readonly progress: PeerProgress
}

export type PeerProgress =
  | { readonly state: 'open'; readonly at: Date }
  /** It is over, and was told to be cut; remembered until its last ticket is, so that it can be told again. */
  | { readonly state: 'closing'; readonly at: Date; readonly end: ProxyEnd }

export const peerTimes = {
  /** Within this, whoever is cut off from server and relays can use no more. */
  ticketMs: 10 * 60_000,
  /** What is on its way when a ticket ends is still taken. */
  expiryMsGrace: 5000,
} as const

/** Live ones of a person: agents with keys of their own on many machines, each with services. */
export const peersPerPersonMax = 1000

/** The route that new connections take, as those who manage the service have set it, or else the device. */
export function defaultRouteOf(service: { attributes: Attributes }, device: { attributes: Attributes }): Route {
  return routeIn(service.attributes) ?? routeIn(device.attributes) ?? 'failover'
}

/** Scripts write it beside their own attributes, interfaces under the reserved one, which counts first. */
function routeIn(attributes: Attributes): Route | undefined {
  const reserved = attributes[reservedAttribute]
  const inReserved: unknown = typeof reserved === 'object' && reserved !== null ? Reflect.get(reserved, 'route') : null
  return [inReserved, attributes['route']].flatMap((text) => routes.find((route) => route === text) ?? [])[0]
}

export const publicRouteMessage =
  'The public route of a service is a proxy port or a connect link: connect without an agent, or name another route.'

/** `wish` undefined: as the service wants it. */
export function peerRoute(wish: Route | undefined, routeDefault: Route): Result<RouteMode, typeof publicRouteMessage> {
  const route = wish ?? routeDefault
  return route === 'public' ? refuse(publicRouteMessage) : accept(route)
}
