// For tests: notifications over the domains of a test, with mails that stay in the outbox and webhooks that may go to
// this machine.

import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { createBudgets } from '#platform/budgets'
import { silentLog } from '#platform/log'
import { createMailer } from '#platform/mailer'
import { createSeal } from '#platform/seal'
import { createAddressGuard } from '#platform/webhook-address'
import { createWebhookSender } from '#platform/webhook-sender'
import type { TestDomains } from '../../test-domains.ts'
import { notificationBudgets, type NotificationsContext } from './context.ts'
import { listDeliveries, listNotifications } from './operations/list-notifications.ts'
import { setNotificationSettings, type NotificationWish } from './operations/set-notification-settings.ts'
import { createWebhookLanes } from './notification-worker.ts'

export interface TestNotifications extends Disposable {
  readonly context: NotificationsContext
  /** What is not said stays as it is. */
  want(person: Person, wish: Partial<NotificationWish>): Promise<void>
  /** What stands in their list, newest first. */
  listOf(person: Person): Promise<string[]>
  deliveriesOf(person: Person): Promise<Delivery[]>
  mailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]>
  /** Brings what is due to webhooks, once. */
  bring(): Promise<void>
}

interface Person {
  readonly userId: AccountId
}

type Delivery = Extract<Awaited<ReturnType<typeof listDeliveries>>, { ok: true }>['value']['items'][number]

export function createTestNotifications(world: TestDomains, timeoutMs = 5000): TestNotifications {
  const { database, clock, devices } = world
  const { ids } = devices
  const sender = createWebhookSender({
    mayReach: createAddressGuard(['127.0.0.1']),
    clock,
    userAgent: 'Farport/test',
    timeoutMs,
  })
  const context: NotificationsContext = {
    database,
    clock,
    ids,
    log: silentLog,
    mailer: createMailer({ clock, ids, log: silentLog, canSend: true }),
    seal: createSeal(new Secret(randomBytes(32))),
    sender,
    publicUrl: 'https://farport.example',
    budgets: createBudgets(database, notificationBudgets),
    randomBytes,
    random: () => 0.5,
  }
  const lanes = createWebhookLanes(context)
  return {
    context,
    async want({ userId }, wish) {
      const set = await setNotificationSettings(context, userId, { webhook: {}, ...wish })
      if (!set.ok) throw new Error(set.refusal.message)
    },
    async listOf(person) {
      const page = await listNotifications(context, await again(world, person), { size: 500 })
      if (!page.ok) throw new Error(page.refusal.message)
      return page.value.items.map(({ event, others }) => {
        const more = others > 0 ? ` and ${others} others` : ''
        return `${event?.targets[0]?.name ?? 'hidden'} ${event?.state ?? event?.action ?? ''}${more}`.trim()
      })
    },
    async deliveriesOf(person) {
      const page = await listDeliveries(context, await again(world, person), { size: 500 })
      if (!page.ok) throw new Error(page.refusal.message)
      return [...page.value.items]
    },
    mailsTo: (email) =>
      database.queries
        .selectFrom('mails')
        .select(['subject', 'text', 'html'])
        .where('recipient', '=', email)
        .orderBy('id')
        .execute(),
    async bring() {
      await lanes.fill()
      await lanes.idle()
    },
    [Symbol.dispose]: () => sender[Symbol.dispose](),
  }
}

const again = (world: TestDomains, { userId }: Person) => world.again({ userId, isOperator: false, grants: [] })
