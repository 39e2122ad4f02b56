// What notifications do by themselves: telling people, posting mails, bringing webhooks. Every process with the role of a
// worker runs it; they share the work.

import { repeatWork } from '#platform/repeated-work'
import type { NotificationsContext } from './context.ts'
import { bringToWebhook, takenMsMax, type TakenWebhook } from './operations/bring-webhooks.ts'
import { forgetNotifications } from './operations/forget-notifications.ts'
import { sendDigests } from './operations/send-digests.ts'
import { tellPeople } from './operations/tell-people.ts'
import { takeDueWebhook } from './webhook-store.ts'

const tellEveryMs = 500
const digestsEveryMs = 5000
const webhooksEveryMs = 500
const forgetEveryMs = 3_600_000
/** Receivers that are written to at once; one that is slow holds one place. */
const webhooksAtOnceMax = 16

export function startNotificationWorkers(context: NotificationsContext): AsyncDisposable {
  const { log } = context
  const webhooks = createWebhookLanes(context)
  const workers = [
    repeatWork({ name: 'telling people', everyMs: tellEveryMs, log, work: () => tellPeople(context) }),
    repeatWork({ name: 'mails with notifications', everyMs: digestsEveryMs, log, work: () => sendDigests(context) }),
    repeatWork({ name: 'webhooks', everyMs: webhooksEveryMs, log, work: () => webhooks.fill() }),
    repeatWork({ name: 'old notifications', everyMs: forgetEveryMs, log, work: () => forgetNotifications(context) }),
  ]
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))
      await webhooks.idle()
    },
  }
}

export interface WebhookLanes {
  /** Begins with what is due, as far as there are places; does not wait for the receivers. */
  fill(): Promise<void>
  /** Resolves when no receiver is being written to. */
  idle(): Promise<void>
}

export function createWebhookLanes(context: NotificationsContext): WebhookLanes {
  const running = new Set<Promise<void>>()

  async function take(): Promise<TakenWebhook | undefined> {
    const nowMs = context.clock.now()
    const takenUntil = new Date(nowMs + takenMsMax)
    const webhook = await takeDueWebhook(context.database.queries, new Date(nowMs), takenUntil)
    return webhook && { webhook, takenUntil }
  }

  /** What cannot be kept of a round is as if it had not been: others take the webhook once it is free again. */
  async function bring(taken: TakenWebhook): Promise<void> {
    try {
      await bringToWebhook(context, taken)
    } catch (error) {
      context.log.error({ err: error, user: taken.webhook.userId }, 'a webhook could not be worked on')
    }
  }

  return {
    async fill() {
      while (running.size < webhooksAtOnceMax) {
        const taken = await take()
        if (taken === undefined) return
        const work = bring(taken).finally(() => running.delete(work))
        running.add(work)
      }
    },
    async idle() {
      await Promise.all(running)
    },
  }
}
