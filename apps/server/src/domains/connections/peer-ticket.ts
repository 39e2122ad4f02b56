// What the initiator of a peer is told: all that it needs to reach the service.

import type { PeerClaims, PeerOrder, RelayPlace } from '@farport/protocol'
import { applicationTypeOf } from '@farport/vocabulary'
import type { Device } from '#domains/devices'
import type { Service } from '#domains/services'
import type { PeerConnection } from './peer.ts'

export function peerClaimsOf(peer: PeerConnection, agentKey: string): PeerClaims {
  return {
    purpose: 'peer',
    connectionId: peer.id,
    accountId: peer.accountId,
    deviceId: peer.deviceId,
    serviceId: peer.serviceId,
    initiatorKey: peer.initiatorKey,
    agentKey,
    route: peer.route,
    expiresAt: peer.expiresAt.getTime(),
  }
}

export interface PeerOrderFacts {
  readonly service: Service
  readonly device: Device
  readonly agentKey: string
  readonly ticket: string
  /** The best first. */
  readonly relays: readonly RelayPlace[]
}

export function peerOrderOf(peer: PeerConnection, facts: PeerOrderFacts): PeerOrder {
  const { service, device, agentKey, ticket, relays } = facts
  return {
    connectionId: peer.id,
    deviceId: peer.deviceId,
    serviceId: peer.serviceId,
    deviceName: device.name,
    serviceName: service.name,
    application: service.application,
    protocol: applicationTypeOf(service.application).protocol,
    agentKey,
    route: peer.route,
    ticket,
    expiresAt: peer.expiresAt.getTime(),
    relays: [...relays],
  }
}
