import { openSession } from '../../sessions/operations/open-session.ts'

export const finishSignIn = (account: string) => openSession(account)
