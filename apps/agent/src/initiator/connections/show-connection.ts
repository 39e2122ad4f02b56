// A connection as interfaces show it. Pure.

import type { AddressRule, LocalConnection, LocalError, PeerOrder } from '@farport/protocol'
import type { PathReason } from '../paths/path-reason.ts'
import { localDomain } from '../ports/local-name.ts'
import { ownAddressOf } from '../ports/local-port.ts'
import { checkpointsOf, stateOf, type ConnectionFacts } from './connection-rules.ts'

export interface ShowFacts {
  readonly order: PeerOrder
  readonly connection: ConnectionFacts
  readonly name: string
  readonly boundTo: string
  /** 0: not bound yet. */
  readonly port: number
  readonly allowed: AddressRule | undefined
  /** What went wrong last with a stream. */
  readonly error: LocalError | undefined
  readonly path: LocalConnection['path']
  readonly reason: PathReason | undefined
  readonly txBytes: number
  readonly rxBytes: number
  readonly openedAt: number
}

export function showConnection(facts: ShowFacts): LocalConnection {
  const { order, connection, boundTo, path, reason, port, txBytes, rxBytes, openedAt } = facts
  const { connectionId, serviceId, deviceId, deviceName, serviceName, application, protocol, route } = order
  const error = facts.error ?? (connection.phase === 'open' ? connection.peer.trouble : undefined)
  return {
    connectionId,
    deviceId,
    serviceId,
    deviceName,
    serviceName,
    application,
    protocol,
    route,
    name: `${facts.name}.${localDomain}`,
    host: ownAddressOf(boundTo),
    port,
    boundTo,
    allowed: facts.allowed ?? thisMachine,
    state: stateOf(connection),
    ...(error !== undefined && { error }),
    checkpoints: checkpointsOf(connection, route),
    ...(path !== undefined && { path }),
    ...(reason !== undefined && { reason: reason.sentence, why: reason.why }),
    txBytes,
    rxBytes,
    streams: connection.streams,
    openedAt,
  }
}

const thisMachine: AddressRule = { rule: 'ranges', ranges: ['127.0.0.0/8'] }
