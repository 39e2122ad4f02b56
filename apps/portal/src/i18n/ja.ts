// The Japanese texts of all features.

import { connectionsJa } from '../features/connections/messages.ja.ts'
import { devicesJa } from '../features/devices/messages.ja.ts'
import { accountJa } from '../features/identity/account/messages.ja.ts'
import { identityJa } from '../features/identity/messages.ja.ts'
import { logsJa } from '../features/logs/messages.ja.ts'
import { notificationsJa } from '../features/notifications/messages.ja.ts'
import { servicesJa } from '../features/services/messages.ja.ts'
import { sessionsJa } from '../features/sessions/messages.ja.ts'
import { shellJa } from '../shell/messages.ja.ts'
import type { Messages } from './messages.ts'

export const ja: Messages = {
  shell: shellJa,
  identity: identityJa,
  account: accountJa,
  devices: devicesJa,
  services: servicesJa,
  connections: connectionsJa,
  sessions: sessionsJa,
  logs: logsJa,
  notifications: notificationsJa,
}
