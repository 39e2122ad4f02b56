// The SQL of the log of deliveries: what people read of it, and how long it is kept.

import { sql } from 'kysely'
import type { AccountId, WebhookDeliveryId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { WebhookBody } from './webhook.ts'

export interface Delivery {
  readonly id: WebhookDeliveryId
  readonly createdAt: Date
  readonly url: string
  readonly state: string
  readonly attempts: number
  readonly responseStatus: number | undefined
  readonly error: string | undefined
  readonly dueAt: Date | undefined
  readonly body: WebhookBody
}

/** One that has had its only attempt. */
export async function insertAttempted(queries: Queries, userId: AccountId, delivery: Delivery): Promise<void> {
  await queries
    .insertInto('webhook_deliveries')
    .values({
      user_id: userId,
      id: delivery.id,
      url: delivery.url,
      body: JSON.stringify(delivery.body),
      state: delivery.state,
      attempts: delivery.attempts,
      response_status: delivery.responseStatus ?? null,
      error: delivery.error ?? null,
      created_at: delivery.createdAt,
    })
    .execute()
}

/** Newest first; one more than asked for, when there are more. */
export async function readDeliveries(
  queries: Queries,
  userId: AccountId,
  { after, countMax }: { after: WebhookDeliveryId | undefined; countMax: number },
): Promise<Delivery[]> {
  const all = queries.selectFrom('webhook_deliveries').selectAll().where('user_id', '=', userId)
  const page = after === undefined ? all : all.where('id', '<', after)
  const rows = await page.orderBy('id', 'desc').limit(countMax).execute()
  return rows.map((row) => ({
    id: row.id as WebhookDeliveryId, // written from one
    createdAt: row.created_at,
    url: row.url,
    state: row.state,
    attempts: row.attempts,
    responseStatus: row.response_status ?? undefined,
    error: row.error ?? undefined,
    dueAt: row.due_at ?? undefined,
    body: row.body as unknown as WebhookBody, // likewise
  }))
}

/** All that has ended but the newest so many. */
export async function trimDeliveries(tx: Tx, userId: AccountId, countMax: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where user_id = ${userId} and due_at is null and id <= (
      select id from webhook_deliveries where user_id = ${userId} and due_at is null
      order by id desc offset ${countMax} limit 1
    )`.execute(tx)
}

export async function removeDeliveriesBefore(queries: Queries, moment: Date): Promise<void> {
  await queries.deleteFrom('webhook_deliveries').where('created_at', '<', moment).where('due_at', 'is', null).execute()
}
