// The SQL of messages to webhooks: what waits, and how bringing it went.

import { sql } from 'kysely'
import type { AccountId, WebhookDeliveryId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { webhookWords, type WebhookBody } from './webhook.ts'

/** Of those for whom something waits. */
export async function countWaiting(tx: Tx, userIds: readonly AccountId[]): Promise<Map<AccountId, number>> {
  const rows = await tx
    .selectFrom('webhook_deliveries')
    .select(['user_id', ({ fn }) => fn.countAll<string>().as('count')])
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where('due_at', 'is not', null)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id as AccountId, Number(row.count)])) // written from one
}

export interface NewDelivery {
  readonly userId: AccountId
  readonly id: WebhookDeliveryId
  readonly url: string
  readonly body: WebhookBody
  /** Why it will not be sent at all. */
  readonly error?: string
}

/** They are due at once, and so are their webhooks, which are held. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  for (let start = 0; start < deliveries.length; start += rowsPerInsertMax) {
    await insertSome(tx, deliveries.slice(start, start + rowsPerInsertMax), now)
  }
  await tx
    .updateTable('webhooks')
    // One that takes nothing just now is left in peace until its next attempt.
    .set({ due_at: sql`case when failing_since is null then least(due_at, ${now}) else coalesce(due_at, ${now}) end` })
    .where('user_id', '=', sql<string>`any(${[...new Set(deliveries.map((one) => one.userId))]}::text[])`)
    .execute()
}

const rowsPerInsertMax = 5000

async function insertSome(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  await sql`
    insert into webhook_deliveries (user_id, id, url, body, error, state, created_at, due_at)
    select user_id, id, url, body, error, case when error is null then 'waiting' else 'failed' end,
      ${now}::timestamptz, case when error is null then ${now}::timestamptz end
    from unnest(
      ${deliveries.map((one) => one.userId)}::text[],
      ${deliveries.map((one) => one.id)}::text[],
      ${deliveries.map((one) => one.url)}::text[],
      ${deliveries.map((one) => JSON.stringify(one.body))}::jsonb[],
      ${deliveries.map((one) => one.error ?? null)}::text[]
    ) as one (user_id, id, url, body, error)`.execute(tx)
}

export interface TakenDelivery {
  readonly id: WebhookDeliveryId
  readonly body: WebhookBody
  /** With the one that follows. */
  readonly attempts: number
  readonly createdAt: Date
}

/** Counts the attempts before they are made, so that what kills the process is not tried for ever. */
export async function takeDueDeliveries(
  queries: Queries,
  webhook: { readonly userId: AccountId; readonly url: string },
  { now, takenUntil, countMax }: { now: Date; takenUntil: Date; countMax: number },
): Promise<TakenDelivery[]> {
  const rows = await queries
    .updateTable('webhook_deliveries')
    .set({ attempts: sql`attempts + 1`, due_at: takenUntil, url: webhook.url })
    .where('user_id', '=', webhook.userId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('user_id', '=', webhook.userId)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(countMax),
    )
    .returning(['id', 'body', 'attempts', 'created_at'])
    .execute()
  return rows
    .map((row) => ({
      id: row.id as WebhookDeliveryId, // written from one
      body: row.body as unknown as WebhookBody, // likewise
      attempts: row.attempts,
      createdAt: row.created_at,
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

export interface AttemptedDelivery {
  readonly id: WebhookDeliveryId
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly responseStatus: number | undefined
  readonly error: string | undefined
  readonly dueAt: Date | undefined
}

/** What has ended meanwhile, as when the webhook was switched off, stays as it is. */
export async function saveAttempts(tx: Tx, userId: AccountId, attempted: readonly AttemptedDelivery[]): Promise<void> {
  await sql`
    update webhook_deliveries as known
    set state = one.state, response_status = one.response_status, error = one.error, due_at = one.due_at
    from unnest(
      ${attempted.map((one) => one.id)}::text[],
      ${attempted.map((one) => one.state)}::text[],
      ${attempted.map((one) => one.responseStatus ?? null)}::integer[],
      ${attempted.map((one) => one.error ?? null)}::text[],
      ${attempted.map((one) => one.dueAt?.toISOString() ?? null)}::timestamptz[]
    ) as one (id, state, response_status, error, due_at)
    where known.user_id = ${userId} and known.id = one.id and known.due_at is not null`.execute(tx)
}

/** What waits for longer than it is worth. */
export async function failOldDeliveries(tx: Tx, userId: AccountId, before: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', due_at: null, error: webhookWords.tooOld })
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
    .where('created_at', '<', before)
    .execute()
}

/** What waits will not be sent. */
export async function failWaiting(tx: Tx, userId: AccountId, error: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', due_at: null, error })
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
    .execute()
}
