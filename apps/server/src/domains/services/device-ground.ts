// What has to be known before a list of devices can be read: which rows its words mean, and whose devices it goes over.

import type { AccountId, DeviceId, TagId } from '@farport/vocabulary'
import type { Clause } from '../../access/index.ts'
import type { DeviceFilter } from './device-list.ts'

/** An account's list has its own devices; a person's own list also what others share with them. */
export interface DeviceGround {
  /** Of the account itself, those that the actor may see; undefined: none. */
  readonly own: OwnClause | undefined
  /** What is shared with this actor; undefined: nothing is, or it is not listed. */
  readonly shared: SharedGround | undefined
  /** Undefined: whatever their tags. Empty: no device can have what is asked for. */
  readonly tagIds: readonly TagId[] | undefined
  /** Undefined: any. */
  readonly deviceIds: readonly DeviceId[] | undefined
  /** Those of the account that are named as asked for, when they are few. */
  readonly namedLike: readonly DeviceId[] | 'many' | undefined
  /** Of all the devices of the account. */
  readonly counts: { readonly online: number; readonly offline: number }
}

export type OwnClause = Extract<Clause, { by: 'grant' }>

export interface SharedGround {
  readonly userId: AccountId
  readonly devices: readonly DeviceRef[] | 'many'
}

export interface DeviceRef {
  readonly accountId: AccountId
  readonly id: DeviceId
}

/** True when no device can be what is asked for. */
export function isNothing({ tagIds, deviceIds }: DeviceGround): boolean {
  return tagIds?.length === 0 || deviceIds?.length === 0
}

/** How many of the account's own devices are meant, when that is known without counting them. */
export function knownOwnTotal(filter: DeviceFilter, { own, namedLike, counts }: DeviceGround): number | undefined {
  if (own === undefined) return 0
  const { name, isOnline } = filter
  if (isLimited(filter) || own.scope.over !== 'account' || own.isForFirst) return undefined
  if (name !== undefined) return isOnline === undefined && Array.isArray(namedLike) ? namedLike.length : undefined
  if (isOnline === undefined) return counts.online + counts.offline
  return isOnline ? counts.online : counts.offline
}

/** The same of what is shared. */
export function knownSharedTotal(filter: DeviceFilter, { shared }: DeviceGround): number | undefined {
  if (shared === undefined) return 0
  if (isLimited(filter) || filter.name !== undefined || filter.isOnline !== undefined) return undefined
  return shared.devices === 'many' ? undefined : shared.devices.length
}

/** By more than name and state. */
function isLimited({ ids, tags, applications, platforms }: DeviceFilter): boolean {
  return [ids, tags, applications, platforms].some((limit) => limit !== undefined)
}
