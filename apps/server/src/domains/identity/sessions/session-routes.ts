// The calls about sessions: who is signed in, new tokens for old ones, the list, and the end.

import type { SessionAnswer, SessionList } from '@farport/contract'
import { readCookie } from '#platform/signed-tokens'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bearerToken } from '../../../graphql/credentials.ts'
import { createPost, done, passSession, refuseWith, signedOut } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import { accountsByIds, hasPassword } from '../identity-store.ts'
import { endSession } from './operations/end-session.ts'
import { exchangeToken, sessionEnded } from './operations/exchange-token.ts'
import { listSessions } from './operations/list-sessions.ts'
import { sessionById } from './session-store.ts'

const text = z.string().max(1000)
const bodies = {
  token: z.object({ refreshToken: text.optional() }).nullish(),
  session: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
}

export function addSessionRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { database, sessions, cookies } = means
  const post = createPost(app)

  post('/token', bodies.token, async (body, request, reply) => {
    const renewed = await exchange(request, reply, body?.refreshToken)
    return renewed === undefined ? refuseWith(reply, sessionEnded) : renewed.answer
  })

  app.get(`${authPath}/get-session`, async (request, reply): Promise<SessionAnswer | FastifyReply> => {
    const viewer = (await sessions.viewerOf(request.headers)) ?? (await viewerOfCookie(request, reply))
    if (viewer?.credential.kind !== 'session') return reply.send(null)
    const { accountId: id, email, language, isOperator: operator, credential } = viewer
    return {
      session: { id: credential.id, expiresAt: credential.expiresAt.toISOString() },
      user: {
        id,
        email,
        language: language === 'ja' ? 'ja' : 'en',
        operator,
        hasPassword: await hasPassword(database.queries, id),
      },
    }
  })

  post('/sign-out', bodies.token, async (body, request, reply) => {
    const session = await sessionOf(request, body?.refreshToken)
    if (session !== undefined) await endSession(means, session)
    void reply.header('set-cookie', cookies.clear())
    // Whoever is signed out already wanted nothing else.
    return { success: true }
  })

  app.get(`${authPath}/sessions`, async (request, reply): Promise<SessionList | FastifyReply> => {
    const viewer = await sessions.viewerOf(request.headers)
    return viewer === undefined ? refuseWith(reply, signedOut) : { sessions: await listSessions(means, viewer) }
  })

  post('/sessions/end', bodies.session, async ({ id }, request, reply) => {
    const viewer = await sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    return done(reply, await endSession(means, { userId: viewer.accountId, sessionId: id }))
  })

  /** By the token of the body, which only programs have, or by the cookie. Undefined: the session has ended. */
  async function exchange(request: FastifyRequest, reply: FastifyReply, given: string | undefined) {
    const refreshToken = given ?? readCookie(request.headers, cookies.refresh)
    const session = await exchangeToken(means, { refreshToken: refreshToken ?? '', source: request.ip })
    if (!session.ok) {
      if (given === undefined) void reply.header('set-cookie', cookies.clear())
      return undefined
    }
    const { userId } = session.value
    const account = (await accountsByIds(database.queries, [userId])).get(userId)
    if (account === undefined) return undefined
    return { session: session.value, answer: passSession(request, reply, { account, session: session.value }) }
  }

  /** A browser that comes back after a while has only the cookie that lives longer. */
  async function viewerOfCookie(request: FastifyRequest, reply: FastifyReply) {
    const isWithCookie = readCookie(request.headers, cookies.refresh) !== undefined
    if (!isWithCookie || bearerToken(request.headers) !== undefined) return undefined
    const renewed = await exchange(request, reply, undefined)
    return renewed && sessions.viewerOfSession(renewed.session.sessionId)
  }

  async function sessionOf(request: FastifyRequest, given: string | undefined) {
    const viewer = await sessions.viewerOf(request.headers)
    if (viewer !== undefined) return { userId: viewer.accountId, sessionId: viewer.credential.id }
    const claims = means.tokens.refreshClaims(given ?? readCookie(request.headers, cookies.refresh) ?? '')
    const found = claims && (await sessionById(database.queries, claims.sessionId, new Date(means.clock.now())))
    return found && { userId: found.account.id, sessionId: found.session.id }
  }
}
