// What the operations of sharing need from around them.

import type { Invitations } from '#domains/identity'
import type { ServicesContext } from '#domains/services'
import type { Budgets } from '#platform/budgets'
import type { Mailer } from '#platform/mailer'

export interface SharingContext {
  readonly services: ServicesContext
  readonly invitations: Invitations
  readonly mailer: Mailer
  readonly mailBudgets: Budgets<keyof typeof shareMailBudgets>
}

export const shareMailBudgets = {
  /** Mails to one mailbox. What comes on top is shared without a mail. */
  'share-mail': { points: 30, seconds: 3600 },
} as const
