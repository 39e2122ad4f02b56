// What the relays' edge needs from around it.

import type { Secret } from '@farport/basics'
import type { ConnectionsContext } from '#domains/connections'
import type { DevicesContext } from '#domains/devices'
import type { SessionsContext } from '#domains/sessions'
import type { Bus } from '#platform/bus'
import type { Log } from '#platform/log'

export interface RelaysContext {
  readonly devices: DevicesContext
  readonly connections: ConnectionsContext
  readonly sessions: SessionsContext
  readonly bus: Bus
  readonly log: Log
  /** Whoever knows it is a relay of this installation. */
  readonly joinSecret: Secret
  /** The keys that tickets are signed with, as they travel: the present one first. */
  readonly ticketKeys: readonly string[]
}

/** A relay that is silent for so long counts as gone. Its heartbeats come three times as often. */
export const leaseMs = 10_000
