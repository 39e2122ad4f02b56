// The SQL of what people have not been told of yet, and of who there is to tell.

import { sql, type Selectable } from 'kysely'
import type { AccountId, DeviceId, Permission, TagId } from '@farport/vocabulary'
import type { Events } from '../../../generated/database.ts'
import { actorOf, guestsOfDevices, toScope, type Actor } from '../../access/index.ts'
import type { Queries, Tx } from '#platform/database'
import { toEventRecord, type EventRecord } from '#platform/events'
import type { Crowd } from './told-people.ts'

/** One row, however many they are. */
export async function keepUntold(tx: Tx, events: readonly EventRecord[], dueAt: Date): Promise<void> {
  await sql`
    insert into untold_facts (account_ids, event_ids, event_ats, due_at) values (
      ${events.map((event) => event.accountId)}::text[],
      ${events.map((event) => event.id)}::text[],
      ${events.map((event) => event.at)}::timestamptz[],
      ${dueAt}
    )`.execute(tx)
}

export interface UntoldFacts {
  /** Of the rows that were taken. */
  readonly ids: readonly string[]
  readonly attempts: number
}

/** Rows that nobody else is at; they are held until the transaction ends. What failed before is taken alone. */
export async function holdUntold(tx: Tx, now: Date, countMax: number): Promise<UntoldFacts> {
  const due = tx
    .selectFrom('untold_facts')
    .select(['id', 'attempts'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .forUpdate()
    .skipLocked()
  const fresh = await due.where('attempts', '=', 0).limit(countMax).execute()
  const taken = fresh.length > 0 ? fresh : await due.limit(1).execute()
  return { ids: taken.map((row) => row.id), attempts: taken[0]?.attempts ?? 0 }
}

/** Oldest first. */
export async function untoldEvents(tx: Tx, ids: readonly string[]): Promise<EventRecord[]> {
  const { rows } = await sql<Selectable<Events>>`
    select events.* from (
      select fact.* from untold_facts
      cross join lateral unnest(account_ids, event_ids, event_ats) as fact (account_id, id, at)
      where untold_facts.id = any(${ids}::uuid[])
    ) as fact
    join events using (account_id, id, at)
    order by events.id`.execute(tx)
  return rows.map(toEventRecord)
}

export async function forgetUntold(queries: Queries, ids: readonly string[]): Promise<void> {
  await queries
    .deleteFrom('untold_facts')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export async function postponeUntold(queries: Queries, ids: readonly string[], dueAt: Date): Promise<void> {
  await queries
    .updateTable('untold_facts')
    .set({ attempts: sql`attempts + 1`, due_at: dueAt })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** In four questions, however many events, devices and people they concern. */
export async function crowdOf(tx: Tx, events: readonly EventRecord[]): Promise<Crowd> {
  const states = events.filter((event) => event.type === 'DEVICE_STATE')
  const accountIds = [...new Set(states.map((event) => event.accountId))]
  const places = new Map(
    states.flatMap(({ accountId, deviceId }) => (deviceId ? [[deviceId, accountId] as const] : [])),
  )
  const membersOf = await membersWithGrants(tx, accountIds)
  const minded = [...places].filter(([, accountId]) => membersOf.get(accountId)?.some(mindsTags))
  return {
    membersOf,
    guestsOf: places.size === 0 ? new Map() : await guestsOfDevices(tx, [...places.keys()]),
    tagsOf: minded.length === 0 ? new Map() : await tagsOfDevices(tx, minded),
  }
}

const mindsTags = (member: Actor): boolean => member.grants.some((grant) => grant.scope.over === 'tags')

async function membersWithGrants(tx: Tx, accountIds: readonly AccountId[]): Promise<Map<AccountId, Actor[]>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<{
    account_id: AccountId
    user_id: AccountId
    permissions: Permission[]
    access: string
    tag_operator: string
    tag_keys: string[]
    tag_ids: string[]
    device_ids: string[]
  }>`
    select members.account_id, members.user_id, roles.permissions, roles.access, roles.tag_operator, roles.tag_keys,
      roles.device_ids,
      array(
        select tags.id from tags where tags.account_id = roles.account_id and tags.name_key = any(roles.tag_keys)
      ) as tag_ids
    from members join roles on roles.account_id = members.account_id and roles.id = members.role_id
    where members.account_id = any(${accountIds}::text[])`.execute(tx)
  const members = rows.map((row) => {
    const grant = {
      accountId: row.account_id,
      permissions: row.permissions,
      scope: toScope(row),
      isLicensed: true, // to see needs no licence
    }
    return { ...actorOf({ userId: row.user_id, isOperator: false }), grants: [grant] }
  })
  return Map.groupBy(members, (member) => member.grants[0]?.accountId ?? member.userId)
}

async function tagsOfDevices(
  tx: Tx,
  devices: readonly (readonly [DeviceId, AccountId])[],
): Promise<Map<DeviceId, TagId[]>> {
  const { rows } = await sql<{ device_id: DeviceId; tag_ids: TagId[] }>`
    select device_id, array_agg(tag_id) as tag_ids from device_tags
    where (account_id, device_id) in (
      select * from unnest(${devices.map(([, accountId]) => accountId)}::text[], ${devices.map(([id]) => id)}::text[])
    )
    group by device_id`.execute(tx)
  return new Map(rows.map((row) => [row.device_id, row.tag_ids]))
}
