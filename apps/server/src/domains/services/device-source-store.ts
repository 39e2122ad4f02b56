// The SQL of which devices a list goes over, and in which order: an account's own, and what is shared with a person.
// Each is a source of its own, so that its indexes can be followed; only tables that it needs stand in it.

import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import { deviceClause } from '../../access/index.ts'
import type { DB } from '../../../generated/database.ts'
import { ownFilters, sharedFilters } from './device-filter-store.ts'
import type { DeviceGround, OwnClause } from './device-ground.ts'
import type { DeviceFilter, SortKey } from './device-list.ts'
import { sharedDevices } from './device-sets-store.ts'

/** `from` and `where` of a query, and how it names what is asked of a device. */
export interface DeviceSource {
  readonly tables: RawBuilder<unknown>
  readonly conditions: readonly Expression<SqlBool>[]
  readonly accountId: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly sortedBy: (key: SortKey['key']) => RawBuilder<unknown>
  /** What is the same for all of them. */
  readonly constant: readonly SortKey['key'][]
  /** No two have the same name. */
  readonly isOneAccount: boolean
}

export interface SourceWish {
  readonly filter: DeviceFilter
  readonly ground: DeviceGround
  readonly sort: readonly SortKey[]
}

export function ownSource(clause: OwnClause, wish: SourceWish): DeviceSource {
  const { accountId } = clause
  const isWhole = clause.scope.over === 'account' && !clause.isForFirst
  const needs = needsOf(wish)
  const hasPresence = needs.presence
  const hasDevices = !hasPresence || !isWhole || needs.devices
  // The table that the order begins with has the name as well, so that one index can give the whole order.
  const named = hasPresence && !ofDevice.has(wish.sort[0]?.key ?? 'name') ? 'device_presence' : 'devices'
  const id = hasDevices ? sql`devices.id` : sql`device_presence.device_id`
  const conditions: Expression<SqlBool>[] = []
  if (hasDevices) conditions.push(sql<SqlBool>`devices.account_id = ${accountId}`)
  if (hasPresence) conditions.push(sql<SqlBool>`device_presence.account_id = ${accountId}`)
  if (!isWhole) conditions.push(deviceClause(expressionBuilder<DB, 'devices'>(), clause))
  return {
    tables: hasDevices ? sql`devices ${hasPresence ? joinPresence : sql``}` : sql`device_presence`,
    conditions: [...conditions, ...ownFilters(id, wish.filter, wish.ground)],
    accountId: sql`${accountId}::text`,
    id,
    sortedBy: (key) => sortColumn(key, named, emailOf(accountId)),
    constant: ['owner.email', ...constantBy(wish.filter)],
    isOneAccount: true,
  }
}

/** Few, compared with what an account may own: found first, and filtered then. */
export function sharedSource(guestId: AccountId, wish: SourceWish): DeviceSource {
  const needs = needsOf(wish)
  return {
    tables: sql`(${sharedDevices(guestId)}) as shared
      join devices on (devices.account_id, devices.id) = (shared.account_id, shared.device_id)
      ${needs.presence ? joinPresence : sql``}
      ${needs.owners ? sql`join auth."user" as owners on owners.id = shared.account_id` : sql``}`,
    conditions: sharedFilters(guestId, wish.filter, wish.ground),
    accountId: sql`devices.account_id`,
    id: sql`devices.id`,
    sortedBy: (key) => sortColumn(key, 'devices', sql`owners.email`),
    constant: constantBy(wish.filter),
    isOneAccount: false,
  }
}

const ofPresence: ReadonlySet<SortKey['key']> = new Set(['state', 'lastReported', 'endpoint.quality'])
const ofDevice: ReadonlySet<SortKey['key']> = new Set(['platform', 'created'])

function needsOf({ filter, sort }: SourceWish): { devices: boolean; presence: boolean; owners: boolean } {
  return {
    devices: filter.platforms !== undefined || sort.some(({ key }) => ofDevice.has(key)),
    presence: filter.isOnline !== undefined || sort.some(({ key }) => ofPresence.has(key)),
    owners: sort.some(({ key }) => key === 'owner.email'),
  }
}

const constantBy = ({ isOnline }: DeviceFilter): SortKey['key'][] => (isOnline === undefined ? [] : ['state'])

const joinPresence = sql`join device_presence
  on (device_presence.account_id, device_presence.device_id) = (devices.account_id, devices.id)`

const emailOf = (accountId: AccountId) => sql`(select email from auth."user" where id = ${accountId})`

function sortColumn(key: SortKey['key'], named: string, email: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (key) {
    case 'name':
      return sql`${sql.table(named)}.name_key`
    case 'state':
      return sql`device_presence.is_online`
    case 'platform':
      return sql`devices.platform`
    case 'created':
      return sql`devices.created_at`
    case 'lastReported':
      return sql`device_presence.reported_at`
    case 'owner.email':
      return email
    case 'endpoint.quality':
      return sql`device_presence.quality`
  }
}
