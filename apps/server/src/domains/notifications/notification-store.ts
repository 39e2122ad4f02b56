// The SQL of what people find in the portal.

import { sql, type Selectable } from 'kysely'
import type { AccountId, NotificationId } from '@farport/vocabulary'
import type { Events } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import { toEventRecord, type EventRecord } from '#platform/events'

export interface NewNotification {
  readonly userId: AccountId
  readonly id: NotificationId
  readonly event: EventRecord
  readonly others: number
}

export interface Notification {
  readonly id: NotificationId
  readonly createdAt: Date
  readonly readAt: Date | undefined
  readonly others: number
  /** Undefined when the log does not keep it any more. */
  readonly event: EventRecord | undefined
}

const rowsPerInsertMax = 5000

export async function insertNotifications(tx: Tx, rows: readonly NewNotification[], createdAt: Date): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerInsertMax) {
    await insertSome(tx, rows.slice(start, start + rowsPerInsertMax), createdAt)
  }
}

async function insertSome(tx: Tx, rows: readonly NewNotification[], createdAt: Date): Promise<void> {
  const events = rows.map((row) => row.event)
  await sql`
    insert into notifications (user_id, id, account_id, event_id, event_at, others, created_at)
    select *, ${createdAt}::timestamptz from unnest(
      ${rows.map((row) => row.userId)}::text[],
      ${rows.map((row) => row.id)}::text[],
      ${events.map((event) => event.accountId)}::text[],
      ${events.map((event) => event.id)}::text[],
      ${events.map((event) => event.at)}::timestamptz[],
      ${rows.map((row) => row.others)}::integer[]
    )`.execute(tx)
}

/** All but the newest so many of each. */
export async function trimNotifications(tx: Tx, userIds: readonly AccountId[], countMax: number): Promise<void> {
  await sql`
    delete from notifications using (
      select person.user_id, oldest.id from unnest(${userIds}::text[]) as person (user_id)
      cross join lateral (
        select id from notifications where user_id = person.user_id order by id desc offset ${countMax} limit 1
      ) as oldest
    ) as cut
    where notifications.user_id = cut.user_id and notifications.id <= cut.id`.execute(tx)
}

export async function removeNotificationsBefore(queries: Queries, moment: Date): Promise<void> {
  await queries.deleteFrom('notifications').where('created_at', '<', moment).execute()
}

/** Newest first; one more than asked for, when there are more. */
export async function readNotificationRows(
  queries: Queries,
  userId: AccountId,
  { after, countMax }: { after: NotificationId | undefined; countMax: number },
): Promise<Notification[]> {
  const page = after === undefined ? sql`` : sql`and notifications.id < ${after}`
  const { rows } = await sql<
    Selectable<Events> & {
      notification_id: NotificationId
      created_at: Date
      read_at: Date | null
      others: number
      is_kept: boolean
    }
  >`
    select events.*, notifications.id as notification_id, notifications.created_at, read_at, others,
      events.id is not null as is_kept
    from notifications
    left join events on events.account_id = notifications.account_id and events.id = notifications.event_id
      and events.at = notifications.event_at
    where notifications.user_id = ${userId} ${page}
    order by notifications.id desc limit ${countMax}`.execute(queries)
  return rows.map((row) => ({
    id: row.notification_id,
    createdAt: row.created_at,
    readAt: row.read_at ?? undefined,
    others: row.others,
    event: row.is_kept ? toEventRecord(row) : undefined,
  }))
}

export async function countUnread(queries: Queries, userId: AccountId): Promise<number> {
  const row = await queries
    .selectFrom('notifications')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Up to and with this one; without it, all. */
export async function markRead(
  queries: Queries,
  userId: AccountId,
  { until, at }: { until: NotificationId | undefined; at: Date },
): Promise<void> {
  const unread = queries
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  await (until === undefined ? unread : unread.where('id', '<=', until)).execute()
}
