// The SQL of what a list of devices is filtered by.

import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { AccountId, TagId } from '@farport/vocabulary'
import type { DeviceGround } from './device-ground.ts'
import type { DeviceFilter } from './device-list.ts'
import { contains, devicesNamedLike } from './device-sets-store.ts'

type Condition = Expression<SqlBool>

/** Of the account's own devices; `id` is how the query names the device's id. */
export function ownFilters(id: RawBuilder<unknown>, filter: DeviceFilter, ground: DeviceGround): Condition[] {
  const { accountId, name, applications } = filter
  const conditions = commonFilters(id, filter, ground)
  if (applications !== undefined) {
    conditions.push(hasService(sql`account_id = ${accountId} and device_id = ${id}`, applications))
  }
  if (name === undefined || ground.namedLike === undefined) return conditions
  const named =
    ground.namedLike === 'many'
      ? // Looked up for each device in its order, rather than joined: that they are many, the planner would not know.
        sql<SqlBool>`(${id} in (${devicesNamedLike(accountId, name)})) is true`
      : sql<SqlBool>`${id} = any(${ground.namedLike}::text[])`
  return [...conditions, named]
}

/** Of what is shared with the person: they see only the services that are, and find only by these. */
export function sharedFilters(userId: AccountId, filter: DeviceFilter, ground: DeviceGround): Condition[] {
  const { name, applications } = filter
  const conditions = commonFilters(sql`devices.id`, filter, ground)
  const theirs = sql`(account_id, device_id) = (devices.account_id, devices.id) and ${isServiceShared(userId)}`
  if (applications !== undefined) conditions.push(hasService(theirs, applications))
  if (name === undefined) return conditions
  const isNamed = contains(sql`devices.name`, name)
  const hasNamed = sql`exists (select from services where ${theirs} and ${contains(sql`services.name`, name)})`
  return [...conditions, sql<SqlBool>`(${isNamed} or ${hasNamed})`]
}

function commonFilters(
  id: RawBuilder<unknown>,
  filter: DeviceFilter,
  { tagIds, deviceIds }: DeviceGround,
): Condition[] {
  const { accountId, isOnline, platforms, tags } = filter
  const conditions: Condition[] = []
  if (isOnline !== undefined) conditions.push(sql<SqlBool>`device_presence.is_online = ${isOnline}`)
  if (deviceIds !== undefined) conditions.push(sql<SqlBool>`${id} = any(${deviceIds}::text[])`)
  if (platforms !== undefined) conditions.push(sql<SqlBool>`devices.platform = any(${platforms}::integer[])`)
  if (tags === undefined || tagIds === undefined) return conditions
  // One exists for all of them together, or for each.
  const wanted = tags.operator === 'ANY' ? [tagIds] : tagIds.map((tagId) => [tagId])
  return [...conditions, ...wanted.map((ids) => hasTag(id, accountId, ids))]
}

/** Tags are those of the account whose list it is, whosever the device is. */
function hasTag(id: RawBuilder<unknown>, accountId: AccountId, tagIds: readonly TagId[]): Condition {
  const [first, ...others] = tagIds
  // Asked for one tag, the planner sees that no device has it twice.
  const isWanted = others.length === 0 ? sql`tag_id = ${first}` : sql`tag_id = any(${tagIds}::text[])`
  return sql<SqlBool>`exists (
    select from device_tags where account_id = ${accountId} and ${isWanted} and device_id = ${id}
  )`
}

function hasService(theirs: RawBuilder<unknown>, applications: readonly number[]): Condition {
  return sql<SqlBool>`exists (
    select from services where ${theirs} and application = any(${applications}::integer[])
  )`
}

/** Of a row of services, whose device is shared with the person in some way. */
function isServiceShared(userId: AccountId): RawBuilder<unknown> {
  return sql`(
    exists (
      select from device_shares
      where user_id = ${userId} and (account_id, device_id) = (services.account_id, services.device_id)
        and (service_ids is null or services.id = any(service_ids))
    ) or exists (
      select from network_shares join network_connections using (account_id, network_id)
      where network_shares.user_id = ${userId}
        and (account_id, network_connections.service_id) = (services.account_id, services.id)
    )
  )`
}
