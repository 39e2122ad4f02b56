// The SQL of what a list of devices is filtered by.

import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { AccountId, TagId } from '@farport/vocabulary'
import type { DeviceFilter } from './device-list.ts'
import type { DeviceGround } from './device-ground-store.ts'

type Condition = Expression<SqlBool>
type Ground = Pick<DeviceGround, 'tagIds' | 'deviceIds'>

/** Of the account's own devices; `id` is how the query names the device's id. */
export function ownFilters(id: RawBuilder<unknown>, filter: DeviceFilter, ground: Ground): Condition[] {
  const { accountId, name, applications } = filter
  const conditions = commonFilters(id, filter, ground)
  if (applications !== undefined)
    conditions.push(hasService(sql`account_id = ${accountId} and device_id = ${id}`, applications))
  if (name !== undefined) conditions.push(isNamedLike(id, accountId, name))
  return conditions
}

/** Of what is shared with the person: they see only the services that are, and find only by these. */
export function sharedFilters(userId: AccountId, filter: DeviceFilter, ground: Ground): Condition[] {
  const { name, applications } = filter
  const conditions = commonFilters(sql`devices.id`, filter, ground)
  const theirs = sql`(account_id, device_id) = (devices.account_id, devices.id) and ${isServiceShared(userId)}`
  if (applications !== undefined) conditions.push(hasService(theirs, applications))
  if (name !== undefined) {
    conditions.push(sql<SqlBool>`(
      ${contains(sql`devices.name`, name)}
      or exists (select from services where ${theirs} and ${contains(sql`services.name`, name)})
    )`)
  }
  return conditions
}

/** The devices that are shared with the person, or that have services in networks that are. */
export function sharedDevices(userId: AccountId): RawBuilder<unknown> {
  return sql`
    select account_id, device_id from device_shares where user_id = ${userId} and account_id <> ${userId}
    union
    select account_id, network_connections.device_id
    from network_shares join network_connections using (account_id, network_id)
    where network_shares.user_id = ${userId} and account_id <> ${userId}`
}

function commonFilters(id: RawBuilder<unknown>, filter: DeviceFilter, { tagIds, deviceIds }: Ground): Condition[] {
  const { accountId, isOnline, platforms, tags } = filter
  const conditions: Condition[] = []
  if (isOnline !== undefined) conditions.push(sql<SqlBool>`device_presence.is_online = ${isOnline}`)
  if (deviceIds !== undefined) conditions.push(sql<SqlBool>`${id} = any(${deviceIds}::text[])`)
  if (platforms !== undefined) conditions.push(sql<SqlBool>`devices.platform = any(${platforms}::integer[])`)
  if (tags === undefined || tagIds === undefined) return conditions
  // One exists for all of them, or for each.
  const wanted = tags.operator === 'ANY' ? [tagIds] : tagIds.map((tagId) => [tagId])
  return [...conditions, ...wanted.map((ids) => hasTag(id, accountId, ids))]
}

/** Tags are those of the account whose list it is, whosever the device is. */
function hasTag(id: RawBuilder<unknown>, accountId: AccountId, tagIds: readonly TagId[]): Condition {
  return sql<SqlBool>`exists (
    select from device_tags
    where account_id = ${accountId} and tag_id = any(${tagIds}::text[]) and device_id = ${id}
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

/** A single character stands in no pair. */
const pairLength = 2

function isNamedLike(id: RawBuilder<unknown>, accountId: AccountId, text: string): Condition {
  const isPaired = Array.from(text).length >= pairLength
  // Found by pairs alone, and compared then: beside them another index would read the whole account.
  const alike = (table: string) => sql`(
    select * from ${sql.table(table)}
    where ${isPaired ? sql`name_pairs(account_id, name) @> name_pairs(${accountId}, ${text})` : sql`account_id = ${accountId}`}
    offset 0
  ) as ${sql.ref(table)}`
  return sql<SqlBool>`${id} in (
    select devices.id from ${alike('devices')}
    where devices.account_id = ${accountId} and ${contains(sql`devices.name`, text)}
    union all
    select services.device_id from ${alike('services')}
    where services.account_id = ${accountId} and ${contains(sql`services.name`, text)}
  )`
}

const contains = (column: RawBuilder<unknown>, text: string) => sql`strpos(lower(${column}), lower(${text})) > 0`
