// Forgets what is old: what stands in the portal's lists, and how bringing webhooks went.

import type { NotificationsContext } from '../context.ts'
import { removeDeliveriesBefore } from '../delivery-log-store.ts'
import { removeNotificationsBefore } from '../notification-store.ts'

const notificationsKeptMs = 90 * 86_400_000
const deliveriesKeptMs = 7 * 86_400_000

export async function forgetNotifications({ database, clock }: NotificationsContext): Promise<void> {
  await removeNotificationsBefore(database.queries, new Date(clock.now() - notificationsKeptMs))
  await removeDeliveriesBefore(database.queries, new Date(clock.now() - deliveriesKeptMs))
}
