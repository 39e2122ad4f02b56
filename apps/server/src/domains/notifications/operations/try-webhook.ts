// Sends a message to somebody's webhook now, so that they see whether it arrives. It is not tried again.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { accountsByIds } from '#domains/identity'
import type { WebhookOutcome } from '#platform/webhook-sender'
import type { NotificationsContext } from '../context.ts'
import { insertAttempted, type Delivery } from '../delivery-log-store.ts'
import { trialBody, webhookText, webhookWords } from '../webhook.ts'
import { webhookOf, type KeptWebhook } from '../webhook-store.ts'

const noWebhook: Refusal = { code: 'INVALID', message: 'Switch the webhook on first.' }

export async function tryWebhook(context: NotificationsContext, userId: AccountId): Promise<Result<Delivery, Refusal>> {
  const { database, clock, ids, budgets } = context
  const webhook = await webhookOf(database.queries, userId)
  if (webhook?.url === undefined || !webhook.isOn) return refuse(noWebhook)
  const spent = await budgets.spend(['webhook-trial', userId])
  if (!spent.ok) {
    const { retryAfterSeconds } = spent.refusal
    return refuse({ code: 'THROTTLED', message: 'Too many trials. Please wait a while.', retryAfterSeconds })
  }
  const account = (await accountsByIds(database.queries, [userId])).get(userId)
  const message = { id: ids('w'), url: webhook.url, body: trialBody(account?.email ?? '', clock.now()) }
  const outcome = await send(context, webhook, message)
  const delivery: Delivery = {
    ...message,
    createdAt: new Date(clock.now()),
    state: outcome.hasArrived ? 'delivered' : 'failed',
    attempts: 1,
    responseStatus: outcome.status,
    error: outcome.hasArrived ? undefined : outcome.error,
    dueAt: undefined,
  }
  await insertAttempted(database.queries, userId, delivery)
  return accept(delivery)
}

async function send(
  { seal, sender }: NotificationsContext,
  { sealedSecret, userId }: KeptWebhook,
  { id, url, body }: Pick<Delivery, 'id' | 'url' | 'body'>,
): Promise<WebhookOutcome> {
  const secret = seal.open(sealedSecret, userId)
  if (secret === undefined) return { hasArrived: false, status: undefined, error: webhookWords.unreadable }
  return sender.send({ id, url, body: webhookText(body), secret })
}
