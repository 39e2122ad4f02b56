// Orders to relays, from any process: published on the bus, and sent on by the process that holds the relay's socket.

import { serverToRelay, type ServerToRelay } from '@farport/protocol'
import type { RelayId } from '@farport/vocabulary'
import type { Relays } from '#domains/connections'
import type { AgentOrders } from '#domains/devices'
import type { AgentProbes } from '#domains/services'
import type { Bus } from '#platform/bus'
import type { Json } from '#platform/json'

export type RelayOrder = Exclude<ServerToRelay, { type: 'hello' | 'joined' | 'refused' }>
export type RelayOrders = AgentOrders &
  AgentProbes &
  Pick<Relays, 'openProxy' | 'closeProxy' | 'cutConnection' | 'serveLink' | 'tellLinkState' | 'endLinks'>

export const channelOfRelay = (relayId: RelayId): string => `relay:${relayId}`

export function createRelayOrders(bus: Pick<Bus, 'publish'>): RelayOrders {
  const publish = (relayId: RelayId, order: RelayOrder) => bus.publish(channelOfRelay(relayId), { order })
  return {
    nudge: ({ relayId, deviceId, revision }) => publish(relayId, { type: 'nudge-agent', deviceId, revision }),
    drop: ({ relayId, deviceId, message }) =>
      publish(relayId, { type: 'drop-agent', deviceId, code: 'dropped', message }),
    openProxy: ({ relayId, ...order }) => publish(relayId, { type: 'open-proxy', ...order }),
    closeProxy: ({ relayId, connectionId }) => publish(relayId, { type: 'close-proxy', connectionId }),
    cutConnection: ({ relayId, ...order }) => publish(relayId, { type: 'cut-connection', ...order }),
    probeTarget: ({ relayId, ...order }) => publish(relayId, { type: 'probe-target', ...order }),
    serveLink: ({ relayId, ...order }) => publish(relayId, { type: 'serve-link', ...order }),
    tellLinkState: ({ relayId, code, state }) => publish(relayId, { type: 'link-state', code, state }),
    endLinks: ({ relayId }) => publish(relayId, { type: 'links-told' }),
  }
}

/** What arrives on a relay's channel: an order for it, or word that it has joined (again), with the socket's number. */
export type RelayMessage =
  | { readonly kind: 'order'; readonly order: RelayOrder }
  | { readonly kind: 'joined'; readonly socketId: string }
  | { readonly kind: 'unknown' }

export function parseRelayMessage(message: Json): RelayMessage {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return { kind: 'unknown' }
  const { order, joined } = message as { readonly [key: string]: Json | undefined } // no list, as was just checked
  if (typeof joined === 'string') return { kind: 'joined', socketId: joined }
  const parsed = serverToRelay.safeParse(order)
  if (!parsed.success) return { kind: 'unknown' }
  const { data } = parsed
  const isOrder = data.type !== 'hello' && data.type !== 'joined' && data.type !== 'refused'
  return isOrder ? { kind: 'order', order: data } : { kind: 'unknown' }
}
