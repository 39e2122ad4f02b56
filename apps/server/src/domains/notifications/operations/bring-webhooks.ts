// Brings what waits for one person's webhook there, some at a time. Whoever is slow or gone costs others nothing.

import type { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { accountsByIds } from '#domains/identity'
import type { Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { WebhookOutcome } from '#platform/webhook-sender'
import type { NotificationsContext } from '../context.ts'
import {
  failOldDeliveries,
  saveAttempts,
  takeDueDeliveries,
  type AttemptedDelivery,
  type TakenDelivery,
} from '../delivery-store.ts'
import { trimDeliveries } from '../delivery-log-store.ts'
import {
  deliveryAgeMsMax,
  fateOf,
  healthAfter,
  isBeyondHope,
  pauseMsAfter,
  webhookText,
  webhookWords,
} from '../webhook.ts'
import { webhookOffMail } from '../webhook-off-mail.ts'
import { holdTakenWebhook, returnWebhook, switchOffWebhook, type DueWebhook } from '../webhook-store.ts'

/** Of one person: messages in one round, and at once. With the pause after it, that is how fast they come. */
export const messagesPerRoundMax = 20
const atOnceMax = 4
const pauseMs = 1000
/** While one process is at a webhook, the others leave it alone for so long: longer than a round can take. */
export const takenMsMax = 60_000
/** Messages that have ended stay in the log of deliveries: so many of each person. */
export const deliveriesKeptMax = 1000

export interface TakenWebhook {
  readonly webhook: DueWebhook
  readonly takenUntil: Date
}

export async function bringToWebhook(
  context: NotificationsContext,
  { webhook, takenUntil }: TakenWebhook,
): Promise<void> {
  const { database, clock } = context
  const { userId, url, isOn, health } = webhook
  const now = new Date(clock.now())
  // One that took nothing is tried with one message, so that the others keep their attempts.
  const countMax = health.failures > 0 ? 1 : messagesPerRoundMax
  const taken =
    isOn && url !== undefined
      ? await takeDueDeliveries(database.queries, { userId, url }, { now, takenUntil, countMax })
      : []
  const outcomes = await sendAll(context, webhook, taken)
  await database.transaction((tx) => keepOutcomes(context, tx, { webhook, takenUntil }, outcomes))
}

interface Outcome {
  readonly delivery: TakenDelivery
  readonly outcome: WebhookOutcome
}

async function sendAll(
  context: NotificationsContext,
  { userId, url, sealedSecret }: DueWebhook,
  deliveries: readonly TakenDelivery[],
): Promise<Outcome[]> {
  const secret = context.seal.open(sealedSecret, userId)
  const waiting = [...deliveries]
  const outcomes: Outcome[] = []
  const sendNext = async () => {
    for (let delivery = waiting.shift(); delivery !== undefined; delivery = waiting.shift()) {
      outcomes.push({ delivery, outcome: await sendOne(context, { delivery, url: url ?? '', secret }) })
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, sendNext))
  return outcomes
}

/** Undefined when the installation's secret was another when the webhook's was made. */
async function sendOne(
  { sender }: NotificationsContext,
  { delivery, url, secret }: { delivery: TakenDelivery; url: string; secret: Secret<Buffer> | undefined },
): Promise<WebhookOutcome> {
  if (secret === undefined) return { hasArrived: false, status: undefined, error: webhookWords.unreadable }
  return sender.send({ id: delivery.id, url, body: webhookText(delivery.body), secret })
}

async function keepOutcomes(
  context: NotificationsContext,
  tx: Tx,
  { webhook, takenUntil }: TakenWebhook,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { clock, random } = context
  const { userId } = webhook
  const nowMs = clock.now()
  const isStillOurs = await holdTakenWebhook(tx, userId, takenUntil)
  await saveAttempts(
    tx,
    userId,
    outcomes.map((one) => attempted(one, { nowMs, random })),
  )
  await failOldDeliveries(tx, userId, new Date(nowMs - deliveryAgeMsMax))
  await trimDeliveries(tx, userId, deliveriesKeptMax)
  if (!isStillOurs) return
  const lastError = outcomes.flatMap(({ outcome }) => (outcome.hasArrived ? [] : outcome.error)).at(-1)
  const hasOneArrived = outcomes.some(({ outcome }) => outcome.hasArrived)
  const health = outcomes.length === 0 ? webhook.health : healthAfter(webhook.health, { hasOneArrived, nowMs })
  if (lastError !== undefined && isBeyondHope(health, nowMs)) {
    await switchOff(context, tx, { userId, url: webhook.url ?? '', because: webhookWords.beyondHope(lastError) })
    return
  }
  const rest = health.failures > 0 ? pauseMsAfter(health.failures, random) : pauseMs
  await returnWebhook(tx, userId, { health, notBefore: new Date(nowMs + rest) })
}

function attempted({ delivery, outcome }: Outcome, at: { nowMs: number; random: () => number }): AttemptedDelivery {
  const { id, attempts, createdAt } = delivery
  const fate = fateOf(outcome.hasArrived, { attempts, createdAtMs: createdAt.getTime() }, at)
  return {
    id,
    state: fate.state,
    responseStatus: outcome.status,
    error: outcome.hasArrived ? undefined : outcome.error,
    dueAt: fate.state === 'waiting' ? new Date(fate.dueAtMs) : undefined,
  }
}

async function switchOff(
  { mailer, publicUrl }: NotificationsContext,
  tx: Tx,
  { userId, url, because }: { userId: AccountId; url: string; because: string },
): Promise<void> {
  await switchOffWebhook(tx, userId, because)
  const account = (await accountsByIds(tx, [userId])).get(userId)
  if (account === undefined) return
  const { email: to, language } = account
  await mailer.post(tx, await renderMail(webhookOffMail({ to, language, webhookUrl: url, because, publicUrl })))
}
