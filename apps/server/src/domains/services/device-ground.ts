// What has to be known before a list of devices can be read: which rows its words mean, and whose devices it goes over.

import type { AccountId, DeviceId, TagId } from '@farport/vocabulary'
import type { Clause } from '../../access/index.ts'
import type { DeviceFilter } from './device-list.ts'

/** An account's list has its own devices; a person's own list also what others share with them. */
export interface DeviceGround {
  /** Of the account itself, those that the actor may see; undefined: none. */
  readonly own: OwnClause | undefined
  /** Whom the devices are shared with; undefined: shared ones are not listed. */
  readonly guestId: AccountId | undefined
  /** Undefined: whatever their tags. Empty: no device can have what is asked for. */
  readonly tagIds: readonly TagId[] | undefined
  /** Undefined: any. */
  readonly deviceIds: readonly DeviceId[] | undefined
  /** Those of the account that are named as asked for, when they are few. */
  readonly namedLike: readonly DeviceId[] | 'many' | undefined
}

export type OwnClause = Extract<Clause, { by: 'grant' }>

/** True when no device can be what is asked for. */
export function isNothing({ tagIds, deviceIds }: DeviceGround): boolean {
  return tagIds?.length === 0 || deviceIds?.length === 0
}

/** How the account's own devices that are meant can be counted: not at all, or by the kept counts, or one by one. */
export type OwnTotal = { readonly by: 'fact'; readonly total: number } | { readonly by: 'counts' | 'rows' }

export function ownTotal(filter: DeviceFilter, { own, namedLike }: DeviceGround): OwnTotal {
  if (own === undefined) return { by: 'fact', total: 0 }
  if (isLimited(filter) || own.scope.over !== 'account' || own.isForFirst) return { by: 'rows' }
  if (filter.name === undefined) return { by: 'counts' }
  const isKnown = filter.isOnline === undefined && Array.isArray(namedLike)
  return isKnown ? { by: 'fact', total: namedLike.length } : { by: 'rows' }
}

/** By more than name and state. */
function isLimited({ ids, tags, applications, platforms }: DeviceFilter): boolean {
  return [ids, tags, applications, platforms].some((limit) => limit !== undefined)
}
