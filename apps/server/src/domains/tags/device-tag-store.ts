// The SQL of tags on devices: whole sets in one statement, whatever their size.

import { sql } from 'kysely'
import type { AccountId, DeviceId, TagId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { TagMerge } from './context.ts'
import type { Tag } from './tag.ts'
import { toTag, type TagRow } from './tag-store.ts'

export interface Tagging {
  readonly accountId: AccountId
  readonly tagIds: readonly TagId[]
  readonly deviceIds: readonly DeviceId[]
}

/** Every tag on every device. Gives those that lacked one. */
export async function putDeviceTags(tx: Tx, { accountId, tagIds, deviceIds }: Tagging, at: Date): Promise<DeviceId[]> {
  const answer = await sql<{ device_id: DeviceId }>`
    with put as (
      insert into device_tags (account_id, tag_id, device_id, created_at)
      select ${accountId}, tag.id, device.id, ${at}
      from unnest(${tagIds}::text[]) as tag (id) cross join unnest(${deviceIds}::text[]) as device (id)
      on conflict do nothing
      returning device_id
    )
    select distinct device_id from put`.execute(tx)
  return answer.rows.map((row) => row.device_id)
}

/** Gives those that carried one. */
export async function takeDeviceTags(tx: Tx, { accountId, tagIds, deviceIds }: Tagging): Promise<DeviceId[]> {
  const answer = await sql<{ device_id: DeviceId }>`
    with taken as (
      delete from device_tags
      where account_id = ${accountId} and tag_id = any(${tagIds}::text[]) and device_id = any(${deviceIds}::text[])
      returning device_id
    )
    select distinct device_id from taken`.execute(tx)
  return answer.rows.map((row) => row.device_id)
}

export async function copyDeviceTags(tx: Tx, { accountId, from, to }: TagMerge): Promise<void> {
  await sql`
    insert into device_tags (account_id, tag_id, device_id, created_at)
    select account_id, ${to}, device_id, created_at from device_tags
    where account_id = ${accountId} and tag_id = ${from}
    on conflict do nothing`.execute(tx)
}

/** Of whatever account: the devices go, or become another's. */
export async function forgetDeviceTags(tx: Tx, deviceIds: readonly DeviceId[]): Promise<void> {
  await tx
    .deleteFrom('device_tags')
    .where('device_id', '=', sql<string>`any(${deviceIds}::text[])`)
    .execute()
}

export interface TaggedPair {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
}

/** What each account has put on each device, newest first, in the order of the pairs. One query, whatever their number. */
export async function tagsOfDevices(queries: Queries, pairs: readonly TaggedPair[]): Promise<Tag[][]> {
  // Sorted here: a statement that sorts would be planned anew each time.
  const answer = await sql<Omit<TagRow, 'account_id'> & { place: number }>`
    select asked.place::integer, tags.id, tags.name, tags.color, tags.created_at
    from unnest(
      ${pairs.map((pair) => pair.accountId)}::text[], ${pairs.map((pair) => pair.deviceId)}::text[]
    ) with ordinality as asked (account_id, device_id, place)
    join device_tags using (account_id, device_id)
    join tags on tags.account_id = device_tags.account_id and tags.id = device_tags.tag_id`.execute(queries)
  const found: Tag[][] = pairs.map(() => [])
  for (const row of answer.rows) {
    const { accountId } = pairs[row.place - 1] as TaggedPair // each row is of a pair
    found[row.place - 1]?.push(toTag({ ...row, account_id: accountId }))
  }
  return found.map((tags) => tags.toSorted(newestFirst))
}

function newestFirst(one: Tag, other: Tag): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1)
}
