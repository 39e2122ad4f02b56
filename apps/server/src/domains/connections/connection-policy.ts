// Who may close a connection: who opened it, and who manages the device.

import { allowed, decide, type Actor, type Verdict } from '../../access/index.ts'
import type { Connection } from './connection.ts'

export const connectionPolicy = {
  disconnect(actor: Actor, connection: Pick<Connection, 'accountId' | 'userId'>): Verdict {
    return actor.userId === connection.userId ? allowed : decide(actor, 'MANAGE', connection)
  },
}
