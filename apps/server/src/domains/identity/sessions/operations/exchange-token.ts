// Exchanges a refresh token for new tokens, once. One that was exchanged before is in two hands: then the session ends.

import { accept, refuse, type Result } from '@farport/basics'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { judgeRefresh, sessionEnd } from '../session.ts'
import { holdSession, removeSession, saveRotation, type StoredSession } from '../session-store.ts'
import { endCredential, type CredentialEnder } from './end-credential.ts'
import { grantSession, type SessionGrant, type SessionGranter } from './grant-session.ts'
import { tellOfStolenToken, type Teller } from './tell-of-sign-ins.ts'

type Means = SessionGranter & CredentialEnder & Teller & Pick<IdentityContext, 'clock'>

export const sessionEnded: SignInRefusal = {
  status: 401,
  code: 'UNAUTHENTICATED',
  message: 'Your session has ended. Please sign in again.',
}

export async function exchangeToken(
  means: Means,
  request: { refreshToken: string; source: string },
): Promise<Result<SessionGrant & { userId: StoredSession['userId'] }, SignInRefusal>> {
  const claims = means.tokens.refreshClaims(request.refreshToken)
  if (claims === undefined) return refuse(sessionEnded)
  return means.database.transaction(async (tx) => {
    const nowMs = means.clock.now()
    const now = new Date(nowMs)
    const session = await holdSession(tx, claims.sessionId, now)
    if (session === undefined) return refuse(sessionEnded)
    switch (judgeRefresh(session, claims.generation, nowMs)) {
      case 'next': {
        const generation = session.generation + 1
        const expiresAt = sessionEnd(nowMs, session.isRemembered)
        await saveRotation(tx, session.id, { generation, expiresAt, now, address: request.source })
        return granted(means, { ...session, generation, expiresAt })
      }
      case 'again':
        return granted(means, session)
      case 'stolen': {
        const { id, userId } = session
        await removeSession(tx, userId, id)
        await endCredential(means, tx, { userId, accessKey: undefined, sessionId: id, credentialIds: [id] })
        await tellOfStolenToken(means, tx, { session, source: request.source })
        return refuse(sessionEnded)
      }
      case 'unknown':
        return refuse(sessionEnded)
    }
  })
}

function granted(means: Means, session: StoredSession) {
  return accept({ ...grantSession(means, session), userId: session.userId })
}
