// How the calls under /auth/v1 are taken and answered: bodies parsed at the door, refusals in one form, cookies for
// browsers and tokens for other programs.

import type { Result } from '@farport/basics'
import type { ChallengeAnswer, SignedInAnswer, SignInAnswer } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isOwnOrigin } from '../../http/origin.ts'
import { authPath } from './auth-path.ts'
import type { Account, SignInRefusal } from './identity.ts'
import type { ChallengeGrant } from './sign-in/operations/begin-challenge.ts'
import type { SignInStep } from './sign-in/operations/finish-sign-in.ts'
import type { SessionGrant } from './sessions/operations/grant-session.ts'

export type Post = <Body>(
  path: string,
  schema: z.ZodType<Body>,
  answer: (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => void

/** Calls come from our own pages or from programs, and their answers are kept nowhere. `links` are opened from mails. */
export function guardAuthCalls(app: FastifyInstance, publicUrl: string, links: readonly string[] = []): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const isLink = request.method === 'GET' && links.some((link) => request.url.startsWith(authPath + link))
    if (isLink || isOwnOrigin(request.headers, publicUrl)) return undefined
    return refuseWith(reply, { status: 403, code: 'FORBIDDEN', message: 'This page may not act for you here.' })
  })
}

export function createPost(app: FastifyInstance): Post {
  return (path, schema, answer) => {
    app.post(authPath + path, async (request, reply) => {
      const body = schema.safeParse(request.body)
      if (body.success) return answer(body.data, request, reply)
      const fields = body.error.issues.map((issue) => issue.path.join('.')).join(', ')
      return refuseWith(reply, { status: 400, code: 'INVALID', message: `Missing or wrong: ${fields || 'the body'}.` })
    })
  }
}

export const signedOut: SignInRefusal = { status: 401, code: 'UNAUTHENTICATED', message: 'Please sign in.' }

export function done(reply: FastifyReply, result: Result<undefined, SignInRefusal>): unknown {
  return result.ok ? { success: true } : refuseWith(reply, result.refusal)
}

export function refuseWith(reply: FastifyReply, { status, retryAfterSeconds, ...body }: SignInRefusal): FastifyReply {
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ ...body, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
}

/** The session that has begun, or what is still wanted before one does. */
export function answerStep(
  request: FastifyRequest,
  reply: FastifyReply,
  step: Result<SignInStep, SignInRefusal>,
): SignInAnswer | FastifyReply {
  if (!step.ok) return refuseWith(reply, step.refusal)
  if (step.value.kind === 'challenged') return passChallenge(request, reply, step.value.challenge)
  const { account, session } = step.value
  return passSession(request, reply, { account, session })
}

/** Which sign-in waits is a secret: a cookie in browsers, and for other programs a part of the answer. */
export function passChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, cookies, answer }: ChallengeGrant,
): ChallengeAnswer {
  if (!isBrowser(request)) return { ...answer, challenge: token }
  void reply.header('set-cookie', cookies)
  return answer
}

/** A cookie that no script can read; programs that are no browser get tokens instead. */
export function passSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { account: { id, email, language }, session }: { account: Account; session: SessionGrant },
): SignedInAnswer {
  const user = { id, email, language }
  if (isBrowser(request)) {
    void reply.header('set-cookie', session.cookies)
    return { user }
  }
  void reply.header('set-auth-token', session.tokens.accessToken)
  return { user, tokens: session.tokens }
}

/** Browsers say where a page comes from; other programs do not. */
function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

/** What the record of a session keeps of the request that began it. */
export function headersOf({ headers }: FastifyRequest): Headers {
  const userAgent = headers['user-agent']
  return new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent })
}
