// Violates one-door-to-sessions.

import { openSession } from '../sessions/operations/open-session.ts'

export const signInByLetter = (account: string) => openSession(account)
