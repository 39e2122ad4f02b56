// Whose session a request carries. One query by the session's id, which has to be live: a sign-out counts at once.

import type { IncomingHttpHeaders } from 'node:http'
import { readCookie } from '#platform/signed-tokens'
import type { Viewer } from '../../../../graphql/context.ts'
import { bearerToken, type Sessions } from '../../../../graphql/credentials.ts'
import type { IdentityContext } from '../../context.ts'
import type { Account } from '../../identity.ts'
import type { AccountSessions } from '../account-sessions.ts'
import { isNews, lastActiveMsMin } from '../session.ts'
import { noteActivity, sessionById, type StoredSession } from '../session-store.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'log' | 'tokens' | 'cookies'> &
  Pick<Sessions, 'viewerOfSignature'>

export function createSessions(means: Means): AccountSessions {
  const { database, clock, tokens, cookies, viewerOfSignature } = means
  const find = (id: string) => sessionById(database.queries, id, new Date(clock.now()))

  async function viewerOfToken(text: string): Promise<Viewer | undefined> {
    const claims = tokens.accessClaims(text, clock.now())
    const found = claims && (await find(claims.sessionId))
    if (claims === undefined || found === undefined) return undefined
    noteUse(means, found.session, claims.generation)
    return toViewer(found)
  }

  const cookieToken = (headers: IncomingHttpHeaders) => readCookie(headers, cookies.access)

  return {
    cookieToken,
    viewerOfToken,
    viewerOfSignature,
    async viewerOfSession(id) {
      const found = await find(id)
      return found && toViewer(found)
    },
    async viewerOf(headers) {
      const token = bearerToken(headers) ?? cookieToken(headers)
      return token === undefined ? undefined : viewerOfToken(token)
    },
  }
}

function toViewer({ session, account }: { session: StoredSession; account: Account }): Viewer {
  const { id: accountId, email, language, isOperator } = account
  const { id, expiresAt, provenAt } = session
  return { accountId, email, language, isOperator, credential: { kind: 'session', id, expiresAt, provenAt } }
}

/** Beside the request, which does not wait for it. */
function noteUse({ database, clock, log }: Means, session: StoredSession, generation: number): void {
  const nowMs = clock.now()
  if (!isNews(session, { generation, nowMs })) return
  const seen = { generation, now: new Date(nowMs), unlessSince: new Date(nowMs - lastActiveMsMin) }
  noteActivity(database.queries, session.id, seen).catch((error: unknown) => {
    log.debug({ err: error }, 'the use of a session could not be noted')
  })
}
