// The Japanese texts that the first pages need.

import { connectionsJa } from '../features/connections/messages.ja.ts'
import { devicesJa } from '../features/devices/messages.ja.ts'
import { identityJa } from '../features/identity/messages.ja.ts'
import { logsJa } from '../features/logs/messages.ja.ts'
import { servicesJa } from '../features/services/messages.ja.ts'
import { sessionsJa } from '../features/sessions/messages.ja.ts'
import { shellJa } from '../shell/messages.ja.ts'

export const jaFirst = {
  shell: shellJa,
  identity: identityJa,
  devices: devicesJa,
  services: servicesJa,
  connections: connectionsJa,
  sessions: sessionsJa,
  logs: logsJa,
}
