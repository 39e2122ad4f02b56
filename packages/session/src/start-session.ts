// Starts a session over a link.

import { FrameSession } from './frame-session.ts'
import type { Session, SessionOptions } from './session.ts'

/** The link is started by this, and both ends may go on at once: greetings cross on the way. */
export function startSession(options: SessionOptions): Session {
  return new FrameSession(options)
}
