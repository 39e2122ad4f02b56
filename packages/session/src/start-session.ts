// Starts a session over a link.

import type { Session, SessionOptions } from './session.ts'

export function startSession(options: SessionOptions): Session {
  throw new Error(`no session over ${options.link.kind}`)
}
