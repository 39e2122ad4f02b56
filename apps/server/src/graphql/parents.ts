// What resolvers hand to the resolvers below them: per GraphQL type, the server's own word for it.

import type { AccountId, ConnectionId } from '@farport/vocabulary'
import type { Device } from '#domains/devices'
import type { Service } from '#domains/services'
import type { EventRecord, EventTarget } from '#platform/events'

export interface UserParent {
  id: AccountId
}
export interface DeviceParent extends Device {
  /** There when they were read with the device. */
  readonly services?: readonly Service[]
}
export interface ServiceParent extends Service {
  readonly device: DeviceParent
}
export interface ConnectionParent {
  id: ConnectionId
}
export interface SessionParent {
  id: ConnectionId
}
export type LogEventParent = EventRecord
export type TargetParent = EventTarget
export interface OutboxMailParent {
  id: string
}
/** Nothing is handed down: each field asks for itself. */
export type SystemParent = Readonly<Record<string, never>>
