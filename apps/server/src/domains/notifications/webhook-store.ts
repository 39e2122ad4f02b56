// The SQL of webhooks: where they go, and when somebody has to look at what waits for them.

import { sql } from 'kysely'
import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import type { Webhook } from './notification-settings.ts'
import { failWaiting } from './delivery-store.ts'
import { webhookWords, type WebhookHealth } from './webhook.ts'

export interface KeptWebhook extends Webhook {
  readonly userId: AccountId
  readonly sealedSecret: Buffer
  readonly switchedOffBecause: string | undefined
}

const webhookColumns = ['user_id', 'url', 'is_on', 'sealed_secret', 'switched_off_because'] as const

interface WebhookRow {
  user_id: string
  url: string | null
  is_on: boolean
  sealed_secret: Buffer
  switched_off_because: string | null
}

const toWebhook = (row: WebhookRow): KeptWebhook => ({
  userId: row.user_id as AccountId, // written from one
  url: row.url ?? undefined,
  isOn: row.is_on,
  sealedSecret: row.sealed_secret,
  switchedOffBecause: row.switched_off_because ?? undefined,
})

export async function webhookOf(queries: Queries, userId: AccountId): Promise<KeptWebhook | undefined> {
  const row = await queries
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** As somebody sets it: it begins anew. */
export async function saveWebhook(
  tx: Tx,
  userId: AccountId,
  { url, isOn, sealedSecret }: Webhook & { readonly sealedSecret: Buffer },
  now: Date,
): Promise<void> {
  const row = {
    url: url ?? null,
    is_on: isOn,
    sealed_secret: sealedSecret,
    failing_since: null,
    failures: 0,
    switched_off_because: null,
    due_at: isOn ? now : null,
    taken_until: null,
  }
  await tx
    .insertInto('webhooks')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  if (!isOn) await failWaiting(tx, userId, webhookWords.switchedOff)
}

/** Those among the people whose webhook is on; held until the transaction ends, in one order. */
export async function holdWebhooksOn(tx: Tx, userIds: readonly AccountId[]): Promise<Map<AccountId, string>> {
  const rows = await tx
    .selectFrom('webhooks')
    .select(['user_id', 'url'])
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .where('is_on', '=', true)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.user_id as AccountId, row.url ?? ''])) // a URL is there while it is on
}

export interface DueWebhook extends KeptWebhook {
  readonly health: WebhookHealth
}

/** One that is due, for whoever asks; others leave it alone for so long. */
export async function takeDueWebhook(queries: Queries, now: Date, takenUntil: Date): Promise<DueWebhook | undefined> {
  const row = await queries
    .updateTable('webhooks')
    .set({ taken_until: takenUntil })
    .where('user_id', '=', (query) =>
      query
        .selectFrom('webhooks')
        .select('user_id')
        .where('due_at', '<=', now)
        .where((free) => free.or([free('taken_until', 'is', null), free('taken_until', '<', now)]))
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([...webhookColumns, 'failing_since', 'failures'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const health = { failingSinceMs: row.failing_since?.getTime(), failures: row.failures }
  return { ...toWebhook(row), health }
}

/** Held until the transaction ends. False when somebody set it anew since it was taken: then it is not ours any more. */
export async function holdTakenWebhook(tx: Tx, userId: AccountId, takenUntil: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('webhooks')
    .select('taken_until')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.taken_until?.getTime() === takenUntil.getTime()
}

/** It is looked at again when something waits for it, and not before. */
export async function returnWebhook(
  tx: Tx,
  userId: AccountId,
  { health, notBefore }: { health: WebhookHealth; notBefore: Date },
): Promise<void> {
  const { failingSinceMs, failures } = health
  await tx
    .updateTable('webhooks')
    .set({
      failing_since: failingSinceMs === undefined ? null : new Date(failingSinceMs),
      failures,
      taken_until: null,
      due_at: sql`(
        select case when min(due_at) is not null then greatest(min(due_at), ${notBefore}::timestamptz) end
        from webhook_deliveries where user_id = ${userId} and due_at is not null
      )`,
    })
    .where('user_id', '=', userId)
    .execute()
}

export async function switchOffWebhook(tx: Tx, userId: AccountId, because: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({
      is_on: false,
      switched_off_because: because,
      due_at: null,
      taken_until: null,
      failing_since: null,
      failures: 0,
    })
    .where('user_id', '=', userId)
    .execute()
  await failWaiting(tx, userId, webhookWords.switchedOff)
}
