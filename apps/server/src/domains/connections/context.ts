// What the operations on connections need from around them.

import type { KeyObject } from 'node:crypto'
import type { LinkState, ProxyEnd, RelayPlace } from '@farport/protocol'
import type { ConnectionId, DeviceId, RelayId } from '@farport/vocabulary'
import type { ServicesContext } from '#domains/services'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/database'
import type { Log } from '#platform/log'
import type { Connection } from './connection.ts'

export interface ConnectionsContext {
  readonly services: ServicesContext
  readonly bus: Bus
  readonly relays: Relays
  /** Signs tickets; the relays and agents know its public half. */
  readonly ticketKey: KeyObject
  /** Under which connect links have their names. */
  readonly linksDomain: string
  /** Where people reach the web pages among them. */
  readonly linksHttpsPort: number
  readonly log: Log
  readonly idleTimeoutMs: number
  readonly lifeMs: number
  /** How long a relay may take to open a port before the person is told that it failed. */
  readonly openingMsMax: number
  /** Those that must act in the same transaction: the domains that come after this one add theirs. */
  readonly watchers: ConnectionWatcher[]
}

/** The relays, as connections need them. Orders are sent and forgotten; what became of them comes back as facts. */
export interface Relays {
  /** Undefined when the server has never met it. */
  publicKeyOf(relayId: RelayId): Promise<string | undefined>
  /** Those whose lease ended before. */
  lostBefore(moment: Date): Promise<RelayId[]>
  openProxy(order: { relayId: RelayId; connectionId: ConnectionId; ticket: string; port?: number }): void
  closeProxy(order: { relayId: RelayId; connectionId: ConnectionId }): void
  /** To be told to the device's agent, and to the initiator if it is there. */
  cutConnection(order: { relayId: RelayId; deviceId: DeviceId; connectionId: ConnectionId }): void
  /** With a live lease, in the order in which the device's agent goes to them; where it is comes first. */
  placesFor(device: { readonly id: DeviceId; readonly relayId: RelayId | undefined }): Promise<RelayPlace[]>
  serveLink(order: { relayId: RelayId; code: string; ticket: string; streams: string }): void
  tellLinkState(order: { relayId: RelayId; code: string; state: LinkState }): void
  /** All links that this relay serves have been told. */
  endLinks(order: { relayId: RelayId }): void
}

/** The last figures of a connection, when its relay has told them. */
export interface ConnectionUsage {
  readonly txBytes: number
  readonly rxBytes: number
  readonly source?: string | undefined
}

/** What is known of the initiator's end. */
export interface ConnectionOpener {
  /** The address that it was asked for from. */
  readonly source?: string | undefined
  /** A session initiator platform. */
  readonly platform?: number | undefined
}

export interface ConnectionWatcher {
  /** For the first time; not when it opens again. */
  connectionIsOpened(tx: Tx, connection: Connection, by: ConnectionOpener): Promise<void>
  connectionIsClosed(
    tx: Tx,
    connection: Connection,
    how: { end: ProxyEnd; usage: ConnectionUsage | undefined },
  ): Promise<void>
}
