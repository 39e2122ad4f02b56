// Who may close a connection: who opened it, and who manages the device.

import { allowed, decide, type Actor, type ResourceFacts, type Verdict } from '../../access/index.ts'
import type { Connection } from './connection.ts'

export const connectionPolicy = {
  disconnect(actor: Actor, connection: Pick<Connection, 'userId'>, device: ResourceFacts): Verdict {
    return actor.userId === connection.userId ? allowed : decide(actor, 'MANAGE', device)
  },
}
