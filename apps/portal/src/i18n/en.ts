// The English texts of all features.

import { connectionsEn } from '../features/connections/messages.en.ts'
import { devicesEn } from '../features/devices/messages.en.ts'
import { accountEn } from '../features/identity/account/messages.en.ts'
import { identityEn } from '../features/identity/messages.en.ts'
import { logsEn } from '../features/logs/messages.en.ts'
import { notificationsEn } from '../features/notifications/messages.en.ts'
import { servicesEn } from '../features/services/messages.en.ts'
import { sessionsEn } from '../features/sessions/messages.en.ts'
import { shellEn } from '../shell/messages.en.ts'

export const en = {
  shell: shellEn,
  identity: identityEn,
  account: accountEn,
  devices: devicesEn,
  services: servicesEn,
  connections: connectionsEn,
  sessions: sessionsEn,
  logs: logsEn,
  notifications: notificationsEn,
}
