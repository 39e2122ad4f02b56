// The English texts of pages that are loaded when first needed: they come with the first of these.

import { accountEn } from '../features/identity/account/messages.en.ts'
import { programEn } from '../features/identity/device/messages.en.ts'
import { outboxEn } from '../features/identity/outbox/messages.en.ts'
import { recoveryEn } from '../features/identity/recovery/messages.en.ts'
import { notificationsEn } from '../features/notifications/messages.en.ts'

export const enLater = {
  account: accountEn,
  program: programEn,
  recovery: recoveryEn,
  outbox: outboxEn,
  notifications: notificationsEn,
}
