// What the operations on sessions need from around them.

import type { ConnectionsContext } from '#domains/connections'

export interface SessionsContext {
  readonly connections: ConnectionsContext
}
