// What the operations on devices need from around them.

import type { Clock, Secret } from '@farport/basics'
import type { AccountId, DeviceId, RelayId } from '@farport/vocabulary'
import type { AccessChanges } from '../../access/index.ts'
import type { Budgets } from '#platform/budgets'
import type { Database, Tx } from '#platform/database'
import type { Events } from '#platform/events'
import type { Geo } from '#platform/geo'
import type { Ids } from '#platform/ids'
import type { claimBudgets } from './claim-code.ts'
import type { Device } from './device.ts'
import type { WantedService } from './registration.ts'

export interface DevicesContext {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly ids: Ids
  readonly geo: Geo
  readonly randomBytes: (length: number) => Uint8Array
  readonly agentOrders: AgentOrders
  readonly accessChanges: AccessChanges
  /** Where people reach the portal, without a trailing slash. */
  readonly publicUrl: string
  /** Restore codes are signed with it. */
  readonly restoreSecret: Secret<Buffer>
  /** What guessing claim codes costs. */
  readonly claimBudgets: Budgets<keyof typeof claimBudgets>
  /** Undefined: this installation runs no demo device. */
  readonly demo: DemoHost | undefined
  /** Those that must act in the same transaction: the domains that come after this one add theirs. */
  readonly watchers: DeviceWatcher[]
}

/** Whoever runs the demo device, and makes copies of it for people who claim one. */
export interface DemoHost {
  /** By which a copy is known. */
  readonly word: Secret
  readonly services: readonly WantedService[]
  /** Asks for one more, which then waits to be claimed. */
  startCopy(): void
}

/** Word to an agent, through the relay that holds it. Sent and forgotten: what is lost is made good when it comes back. */
export interface AgentOrders {
  nudge(order: { relayId: RelayId; deviceId: DeviceId; revision: number }): void
  drop(order: { relayId: RelayId; deviceId: DeviceId; message: string }): void
}

export interface DeviceWatcher {
  /** Before their rows go: all of them in one transaction. */
  devicesAreDeleted?(tx: Tx, devices: readonly Device[]): Promise<void>
  /** Another agent speaks for it from now on. */
  agentIsReplaced?(tx: Tx, device: Device): Promise<void>
  /** Before it changes its account: what is not its own must not go along. */
  deviceIsTransferred?(tx: Tx, device: Device, to: AccountId): Promise<void>
  /** They came online or went offline, all in one transaction; each device stands there once. */
  deviceStateChanged?(tx: Tx, changes: readonly DeviceStateChange[]): Promise<void>
}

export interface DeviceStateChange {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly deviceName: string
  readonly platform: number
  readonly isOnline: boolean
  readonly at: Date
}
