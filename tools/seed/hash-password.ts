// A password as the server keeps it.

import { randomBytes } from 'node:crypto'
import { Secret, systemClock } from '@farport/basics'
import { createAuth } from '../../apps/server/src/domains/identity/auth-store.ts'
import type { Queries } from '../../apps/server/src/platform/database.ts'
import { createIds } from '../../apps/server/src/platform/ids.ts'
import { silentLog } from '../../apps/server/src/platform/log.ts'

export async function hashPassword(queries: Queries, password: string): Promise<string> {
  const auth = createAuth({
    queries,
    ids: createIds(systemClock),
    log: silentLog,
    publicUrl: 'http://localhost',
    // Hashes depend on no secret; what it signs, nobody sees.
    secret: new Secret(randomBytes(32).toString('base64url')),
    onSessionEnded: async () => undefined,
  })
  const context = await auth.$context
  return context.password.hash(password)
}
