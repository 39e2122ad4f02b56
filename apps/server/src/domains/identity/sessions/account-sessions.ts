// What the rest of the domain asks about sessions.

import type { IncomingHttpHeaders } from 'node:http'
import type { Viewer } from '../../../graphql/context.ts'
import type { Sessions } from '../../../graphql/credentials.ts'

export interface AccountSessions extends Sessions {
  /** By either way to carry a session. Says nothing of where a cookie was sent from. */
  viewerOf(headers: IncomingHttpHeaders): Promise<Viewer | undefined>
}
