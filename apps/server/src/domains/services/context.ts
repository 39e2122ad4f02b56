// What the operations on services need from around them.

import type { DeviceId, RelayId } from '@farport/vocabulary'
import type { Device, DevicesContext } from '#domains/devices'
import type { Budgets } from '#platform/budgets'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/database'
import type { portCheckBudgets } from './port-check.ts'
import type { Service } from './service.ts'

export interface ServicesContext {
  readonly devices: DevicesContext
  readonly bus: Bus
  readonly agentProbes: AgentProbes
  /** How often the networks of devices may be looked at. */
  readonly portCheckBudgets: Budgets<keyof typeof portCheckBudgets>
  /** Those that must act in the same transaction: the domains that come after this one add theirs. */
  readonly watchers: ServiceWatcher[]
}

/** Questions to agents, through the relays that hold them. What they answer comes back as a fact. */
export interface AgentProbes {
  probeTarget(order: { relayId: RelayId; deviceId: DeviceId; probeId: string; host: string; port: number }): void
}

export interface ServiceWatcher {
  /** What it is, where it leads, or its attributes. */
  serviceIsChanged?(tx: Tx, service: Service): Promise<void>
  /** It cannot be reached (there) any more: it was removed, disabled, or leads elsewhere. */
  serviceIsCut?(tx: Tx, service: Service): Promise<void>
  /** After `serviceIsCut`, and before its row goes. */
  serviceIsRemoved?(tx: Tx, service: Service, device: Device): Promise<void>
}
