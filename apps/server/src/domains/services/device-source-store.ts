// The SQL of which devices a list goes over, and in which order: an account's own, and what is shared with a person.
// Each is a source of its own, so that its indexes can be followed; only tables that it needs stand in it.

import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import { deviceClause } from '../../access/index.ts'
import type { DB } from '../../../generated/database.ts'
import { ownFilters, sharedDevices, sharedFilters } from './device-filter-store.ts'
import type { DeviceGround, OwnClause, SharedClause } from './device-ground-store.ts'
import type { DeviceFilter, SortKey } from './device-list.ts'

/** `from` and `where` of a query, and how it names what is asked of a device. */
export interface DeviceSource {
  readonly tables: RawBuilder<unknown>
  readonly conditions: readonly Expression<SqlBool>[]
  readonly accountId: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly sortedBy: (key: SortKey['key']) => RawBuilder<unknown>
  /** They differ in their names. */
  readonly isOneAccount: boolean
}

interface SourceWish {
  readonly filter: DeviceFilter
  readonly ground: DeviceGround
  readonly sort: readonly SortKey[]
}

export function ownSource(clause: OwnClause, { filter, ground, sort }: SourceWish): DeviceSource {
  const { accountId } = clause
  const isWhole = clause.scope.over === 'account' && !clause.isForFirst
  const keys = sort.map(({ key }) => key)
  const needsPresence = filter.isOnline !== undefined || keys.some((key) => ofPresence.has(key))
  const needsDevices =
    !needsPresence || !isWhole || filter.platforms !== undefined || keys.some((key) => ofDevice.has(key))
  // Whichever table the order begins with has the name as well, so that one index can give the whole order.
  const beginsWithDevice = !needsPresence || ofDevice.has(keys[0] ?? 'name')
  const id = needsDevices ? sql`devices.id` : sql`device_presence.device_id`
  const conditions: Expression<SqlBool>[] = []
  if (needsDevices) conditions.push(sql<SqlBool>`devices.account_id = ${accountId}`)
  if (needsPresence) conditions.push(sql<SqlBool>`device_presence.account_id = ${accountId}`)
  if (!isWhole) conditions.push(deviceClause(expressionBuilder<DB, 'devices'>(), clause))
  return {
    tables: tablesOf(needsDevices, needsPresence),
    conditions: [...conditions, ...ownFilters(id, filter, ground)],
    accountId: sql`${accountId}::text`,
    id,
    sortedBy: (key) => sortColumn(key, beginsWithDevice ? 'devices' : 'device_presence', emailOf(accountId)),
    isOneAccount: true,
  }
}

/** Few, compared with what an account may own: found first, and filtered then. */
export function sharedSource({ userId }: SharedClause, { filter, ground }: SourceWish): DeviceSource {
  return {
    tables: sql`(${sharedDevices(userId)}) as shared
      join devices on (devices.account_id, devices.id) = (shared.account_id, shared.device_id)
      join device_presence on (device_presence.account_id, device_presence.device_id) = (shared.account_id, shared.device_id)
      join auth."user" as owners on owners.id = shared.account_id`,
    conditions: sharedFilters(userId, filter, ground),
    accountId: sql`devices.account_id`,
    id: sql`devices.id`,
    sortedBy: (key) => sortColumn(key, 'devices', sql`owners.email`),
    isOneAccount: false,
  }
}

const ofPresence: ReadonlySet<SortKey['key']> = new Set(['state', 'lastReported', 'endpoint.quality'])
const ofDevice: ReadonlySet<SortKey['key']> = new Set(['platform', 'created'])

const emailOf = (accountId: AccountId) => sql`(select email from auth."user" where id = ${accountId})`

function tablesOf(needsDevices: boolean, needsPresence: boolean): RawBuilder<unknown> {
  if (!needsPresence) return sql`devices`
  if (!needsDevices) return sql`device_presence`
  return sql`devices join device_presence
    on (device_presence.account_id, device_presence.device_id) = (devices.account_id, devices.id)`
}

/** active stands before inactive. */
function sortColumn(key: SortKey['key'], named: string, ownerEmail: RawBuilder<unknown>): RawBuilder<unknown> {
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
      return ownerEmail
    case 'endpoint.quality':
      return sql`device_presence.quality`
  }
}
