// What resolvers hand to the resolvers below them: per GraphQL type, the server's own word for it.

import type { AccountId } from '@farport/vocabulary'
import type { PeerConnection, ProxyConnection } from '#domains/connections'
import type { SeenDevice, ShownDevice } from '#domains/devices'
import type { OutboxMail } from '#domains/identity'
import type { SeenNetwork } from '#domains/networks'
import type { Guest, Member, Organization, Role } from '#domains/organizations'
import type { Service, ShownService } from '#domains/services'
import type { PathPoint, Session, SessionHealth, SessionPath } from '#domains/sessions'
import type { EventRecord, EventTarget } from '#platform/events'

/** Whoever hands a user on gives its id; `context.accounts` fetches the rest. */
export interface UserParent {
  id: AccountId
}
export interface DeviceParent extends ShownDevice {
  /** There when they were read with the device. */
  readonly services?: readonly Service[]
}
/** What costs a question to the database may be asked for only when it is wanted. */
export interface DevicePageParent {
  readonly total: Lazy<number>
  readonly hasMore: Lazy<boolean>
  readonly items: Lazy<readonly (SeenDevice & Pick<DeviceParent, 'services'>)[]>
}
type Lazy<Value> = Value | (() => Promise<Value>)
export type ServiceParent = ShownService<DeviceParent>
export type NetworkParent = SeenNetwork
export type ConnectionParent = ProxyConnection
export type PeerConnectionParent = PeerConnection
export type SessionParent = Session
export type SessionPathParent = SessionPath
export type SessionHealthParent = SessionHealth
export type PathPointParent = PathPoint
/** Each field counts for itself. */
export interface AccountInfoParent {
  accountId: AccountId
}
export type MembershipParent = Member
export type OrganizationParent = Organization
export type MemberParent = Member
export type RoleParent = Role
export type GuestParent = Guest
export type LogEventParent = EventRecord
export type TargetParent = EventTarget
export type OutboxMailParent = OutboxMail
/** Nothing is handed down: each field asks for itself. */
export type SystemParent = Readonly<Record<string, never>>
