// The English texts that the first pages need.

import { connectionsEn } from '../features/connections/messages.en.ts'
import { devicesEn } from '../features/devices/messages.en.ts'
import { identityEn } from '../features/identity/messages.en.ts'
import { logsEn } from '../features/logs/messages.en.ts'
import { servicesEn } from '../features/services/messages.en.ts'
import { sessionsEn } from '../features/sessions/messages.en.ts'
import { shellEn } from '../shell/messages.en.ts'

export const enFirst = {
  shell: shellEn,
  identity: identityEn,
  devices: devicesEn,
  services: servicesEn,
  connections: connectionsEn,
  sessions: sessionsEn,
  logs: logsEn,
}
