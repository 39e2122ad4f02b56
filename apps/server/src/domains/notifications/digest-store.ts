// The SQL of what is collected for the next mail to a person.

import { sql } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { emptyDigest, firstTimes, type Digest, type DigestTimes } from './mail-digest.ts'

export interface Collected extends Digest, DigestTimes {
  readonly userId: AccountId
  /** Undefined while nothing is collected. */
  readonly dueAt: Date | undefined
}

interface Row {
  user_id: string
  items: unknown
  others: number
  due_at: Date | null
  sent_at: Date | null
  pause_ms: number
}

function toCollected(row: Row): Collected {
  return {
    userId: row.user_id as AccountId, // written from one
    items: row.items as Digest['items'], // written by saveCollected alone
    others: row.others,
    dueAt: row.due_at ?? undefined,
    sentAtMs: row.sent_at?.getTime(),
    pauseMs: row.pause_ms,
  }
}

/** Held until the transaction ends, in one order; written down first, where there was nothing. */
export async function holdCollected(tx: Tx, userIds: readonly AccountId[]): Promise<Collected[]> {
  await sql`
    insert into notification_mails (user_id, pause_ms)
    select user_id, ${firstTimes.pauseMs}::integer from unnest(${userIds}::text[]) as person (user_id)
    order by user_id
    on conflict do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('notification_mails')
    .selectAll()
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return rows.map(toCollected)
}

export async function saveCollected(tx: Tx, collected: readonly Collected[]): Promise<void> {
  await sql`
    update notification_mails as known set items = next.items, others = next.others, due_at = next.due_at
    from unnest(
      ${collected.map((one) => one.userId)}::text[],
      ${collected.map((one) => JSON.stringify(one.items))}::jsonb[],
      ${collected.map((one) => one.others)}::integer[],
      ${collected.map((one) => one.dueAt?.toISOString() ?? null)}::timestamptz[]
    ) as next (user_id, items, others, due_at)
    where known.user_id = next.user_id`.execute(tx)
}

/** One whose mail is due, and that nobody else is at; held until the transaction ends. */
export async function holdDueDigest(tx: Tx, now: Date): Promise<Collected | undefined> {
  const row = await tx
    .selectFrom('notification_mails')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && toCollected(row)
}

export async function emptyCollected(tx: Tx, userId: AccountId, { sentAtMs, pauseMs }: DigestTimes): Promise<void> {
  await tx
    .updateTable('notification_mails')
    .set({
      items: JSON.stringify(emptyDigest.items),
      others: emptyDigest.others,
      due_at: null,
      sent_at: sentAtMs === undefined ? null : new Date(sentAtMs),
      pause_ms: pauseMs,
    })
    .where('user_id', '=', userId)
    .execute()
}

export async function postponeDigest(queries: Queries, userId: AccountId, dueAt: Date): Promise<void> {
  await queries.updateTable('notification_mails').set({ due_at: dueAt }).where('user_id', '=', userId).execute()
}
