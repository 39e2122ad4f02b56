// What the operations on services need from around them.

import type { Device, DevicesContext } from '#domains/devices'
import type { Tx } from '#platform/database'
import type { Service } from './service.ts'

export interface ServicesContext {
  readonly devices: DevicesContext
  /** Those that must act in the same transaction: the domains that come after this one add theirs. */
  readonly watchers: ServiceWatcher[]
}

export interface ServiceWatcher {
  /** What it is, where it leads, or its attributes. */
  serviceIsChanged?(tx: Tx, service: Service): Promise<void>
  /** It cannot be reached (there) any more: it was removed, disabled, or leads elsewhere. */
  serviceIsCut?(tx: Tx, service: Service): Promise<void>
  /** After `serviceIsCut`, and before its row goes. */
  serviceIsRemoved?(tx: Tx, service: Service, device: Device): Promise<void>
}
