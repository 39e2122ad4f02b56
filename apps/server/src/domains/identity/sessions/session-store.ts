// Whose session a request carries.

import type { IncomingHttpHeaders } from 'node:http'
import type { Secret } from '@farport/basics'
import type { Clock } from '#platform/clock'
import type { Queries } from '#platform/database'
import type { Viewer } from '../../../graphql/context.ts'
import { bearerToken, type Sessions } from '../../../graphql/credentials.ts'
import { sessionByToken } from '../identity-store.ts'
import { decodeCookie, readCookie, verifySessionToken } from '#platform/signed-tokens'

export interface AccountSessions extends Sessions {
  /** By either way to carry a session. Says nothing of where a cookie was sent from. */
  viewerOf(headers: IncomingHttpHeaders): Promise<Viewer | undefined>
}

export function createSessions(means: {
  queries: Queries
  clock: Clock
  secret: Secret
  isSecure: boolean
  viewerOfSignature: Sessions['viewerOfSignature']
}): AccountSessions {
  const { queries, clock, secret, isSecure, viewerOfSignature } = means
  const cookieName = `${isSecure ? '__Secure-' : ''}farport.session_token`

  async function viewerOfToken(signed: string): Promise<Viewer | undefined> {
    // Clients pass the token on as they got it, which may be percent-encoded.
    const token = verifySessionToken(decodeCookie(signed) ?? '', secret)
    if (token === undefined) return undefined
    const session = await sessionByToken(queries, token, new Date(clock.now()))
    if (session === undefined) return undefined
    const { id: accountId, email, language, isOperator } = session.account
    const credential = { kind: 'session', id: session.sessionId, expiresAt: session.expiresAt } as const
    return { accountId, email, language, isOperator, credential }
  }

  const cookieToken = (headers: IncomingHttpHeaders) => readCookie(headers, cookieName)

  return {
    cookieToken,
    viewerOfToken,
    viewerOfSignature,
    async viewerOf(headers) {
      const signed = bearerToken(headers) ?? cookieToken(headers)
      return signed === undefined ? undefined : viewerOfToken(signed)
    },
  }
}
