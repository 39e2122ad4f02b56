// How the calls under /auth/v1 are taken and answered: bodies parsed at the door, refusals in one form, cookies for
// browsers and tokens for other programs.

import type { Result } from '@farport/basics'
import type { SignInAnswer } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isOwnOrigin } from '../../http/origin.ts'
import { authPath, peerAddressHeader } from './auth-store.ts'
import type { SignInRefusal } from './identity.ts'
import type { SignInStep } from './sign-in/operations/finish-sign-in.ts'

export type Post = <Body>(
  path: string,
  schema: z.ZodType<Body>,
  answer: (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => void

/** Calls come from our own pages or from programs, and their answers are kept nowhere. `links` are opened from mails. */
export function guardAuthCalls(app: FastifyInstance, publicUrl: string, links: readonly string[] = []): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const isLink = links.some((link) => request.url.startsWith(authPath + link))
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
  if (step.value.kind === 'challenged') return step.value.challenge
  const { account, session } = step.value
  passSession(request, reply, session.headers)
  return { user: { id: account.id, email: account.email } }
}

/** What better-auth may know of a request: who says to be asking, from where. Not what proxies or clients claim. */
export function headersOf({ headers, ip }: FastifyRequest): Headers {
  const passed = new Headers({ [peerAddressHeader]: ip })
  for (const name of ['authorization', 'cookie', 'user-agent'] as const) {
    const value = headers[name]
    if (value !== undefined) passed.set(name, value)
  }
  return passed
}

export function passCookies(reply: FastifyReply, headers: Headers): void {
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
}

/** A cookie that no script can read; programs that are no browser may also take the session as a bearer token. */
function passSession(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  const isBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
  const token = headers.get('set-auth-token')
  passCookies(reply, headers)
  if (!isBrowser && token !== null) void reply.header('set-auth-token', token)
}
