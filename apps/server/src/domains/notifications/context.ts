// What notifications need from around them.

import type { Budgets } from '#platform/budgets'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database'
import type { Ids } from '#platform/ids'
import type { Log } from '#platform/log'
import type { Mailer } from '#platform/mailer'
import type { Seal } from '#platform/seal'
import type { WebhookSender } from '#platform/webhook-sender'

export interface NotificationsContext {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly mailer: Mailer
  /** For the secrets that webhooks are signed with. */
  readonly seal: Seal
  readonly sender: WebhookSender
  /** Where people reach the portal, without a trailing slash. */
  readonly publicUrl: string
  readonly budgets: Budgets<keyof typeof notificationBudgets>
  readonly randomBytes: (length: number) => Buffer
  /** Gives numbers in [0, 1). */
  readonly random: () => number
}

export const notificationBudgets = {
  /** Mails that ask whether notifications may go to an address, by who asks for them. */
  'notification-email': { points: 5, seconds: 3600 },
  /** The same, by the address. */
  'notification-address': { points: 3, seconds: 86_400 },
  /** Webhooks that are sent to try them. */
  'webhook-trial': { points: 10, seconds: 600 },
} as const
