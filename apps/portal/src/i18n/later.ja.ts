// The Japanese texts of pages that are loaded when first needed: they come with the first of these.

import { accountJa } from '../features/identity/account/messages.ja.ts'
import { programJa } from '../features/identity/device/messages.ja.ts'
import { outboxJa } from '../features/identity/outbox/messages.ja.ts'
import { recoveryJa } from '../features/identity/recovery/messages.ja.ts'
import { notificationsJa } from '../features/notifications/messages.ja.ts'

export const jaLater = {
  account: accountJa,
  program: programJa,
  recovery: recoveryJa,
  outbox: outboxJa,
  notifications: notificationsJa,
}
