// Signing in and up, over REST: what clients may call under /auth/v1, beside user-routes.ts.

import type { Result } from '@farport/basics'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isOwnOrigin } from '../../http/origin.ts'
import { authPath, peerAddressHeader } from './auth-store.ts'
import { chooseLanguage, type SignInRefusal } from './identity.ts'
import { hasPassword } from './identity-store.ts'
import type { IdentityContext } from './context.ts'
import { postVerification } from './operations/post-verification.ts'
import { resendVerification } from './operations/resend-verification.ts'
import { signIn } from './operations/sign-in.ts'
import { signUp } from './operations/sign-up.ts'
import { verifyEmail } from './operations/verify-email.ts'
import { completeWelcome, openWelcome } from './operations/welcome-operator.ts'

const text = z.string().max(1000)
const bodies = {
  signUp: z.object({ email: text, password: text }),
  signIn: z.object({ email: text, password: text, rememberMe: z.boolean().default(true) }),
  email: z.object({ email: text }),
  token: z.object({ token: text }),
  credentials: z.object({ email: text, password: text }),
}

/** Where the portal says how the verification went. */
const verifiedPage = '/sign-up/verified'

export function addIdentityRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { auth, publicUrl, sessions } = means

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const isLink = request.url.startsWith(`${authPath}/verify-email`)
    if (isLink || isOwnOrigin(request.headers, publicUrl)) return undefined
    return refuseWith(reply, { status: 403, code: 'FORBIDDEN', message: 'This page may not act for you here.' })
  })

  post('/sign-up/email', bodies.signUp, async (body, request, reply) => {
    const language = chooseLanguage(request.headers['accept-language'])
    const account = await signUp({ ...body, language, source: request.ip }, means)
    if (!account.ok) return refuseWith(reply, account.refusal)
    await postVerification(means, account.value)
    return { user: { id: account.value.id, email: account.value.email } }
  })

  post('/send-verification-email', bodies.email, async ({ email }, request, reply) => {
    return done(reply, await resendVerification({ email, source: request.ip }, means))
  })

  app.get(`${authPath}/verify-email`, async (request, reply) => {
    const query = bodies.token.safeParse(request.query)
    const token = query.success ? query.data.token : ''
    const verified = await verifyEmail({ token, source: request.ip }, means)
    return reply.redirect(verified.ok ? verifiedPage : `${verifiedPage}?error=${verified.refusal.code}`)
  })

  post('/sign-in/email', bodies.signIn, async (body, request, reply) => {
    const signedIn = await signIn({ ...body, source: request.ip, headers: headersOf(request) }, means)
    if (!signedIn.ok) return refuseWith(reply, signedIn.refusal)
    passSession(request, reply, signedIn.value.headers)
    return { user: { id: signedIn.value.account.id, email: signedIn.value.account.email } }
  })

  app.post(`${authPath}/sign-out`, async (request, reply) => {
    const answer = await auth.api.signOut({ headers: headersOf(request), asResponse: true })
    passCookies(reply, answer.headers)
    return { success: true }
  })

  app.get(`${authPath}/get-session`, async (request, reply) => {
    const answer = await auth.api.getSession({ headers: headersOf(request), asResponse: true })
    passCookies(reply, answer.headers)
    const found = (await answer.json()) as { session: { id: string; expiresAt: string }; user: { id: string } } | null // as better-auth types it
    const viewer = found === null ? undefined : await sessions.viewerOf(request.headers)
    if (found === null || viewer === undefined) return reply.send(null)
    const { accountId: id, email, language, isOperator } = viewer
    return {
      session: { id: found.session.id, expiresAt: found.session.expiresAt },
      user: { id, email, language, operator: isOperator, hasPassword: await hasPassword(means.database.queries, id) },
    }
  })

  post('/welcome/open', bodies.token, async ({ token }, request, reply) => {
    const accountId = await openWelcome({ token, source: request.ip }, means)
    if (!accountId.ok) return refuseWith(reply, accountId.refusal)
    const opening = { body: { userId: accountId.value }, headers: headersOf(request), asResponse: true } as const
    const answer = await auth.api.openSession(opening)
    passSession(request, reply, answer.headers)
    return { user: { id: accountId.value } }
  })

  post('/welcome', bodies.credentials, async (body, request, reply) => {
    const viewer = await sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    return done(reply, await completeWelcome({ ...body, accountId: viewer.accountId }, means))
  })

  function post<Body>(
    path: string,
    schema: z.ZodType<Body>,
    answer: (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    app.post(authPath + path, async (request, reply) => {
      const body = schema.safeParse(request.body)
      if (body.success) return answer(body.data, request, reply)
      const fields = body.error.issues.map((issue) => issue.path.join('.')).join(', ')
      return refuseWith(reply, { status: 400, code: 'INVALID', message: `Missing or wrong: ${fields || 'the body'}.` })
    })
  }
}

const signedOut: SignInRefusal = { status: 401, code: 'UNAUTHENTICATED', message: 'Please sign in.' }

function done(reply: FastifyReply, result: Result<undefined, SignInRefusal>): unknown {
  return result.ok ? { success: true } : refuseWith(reply, result.refusal)
}

function refuseWith(reply: FastifyReply, { status, retryAfterSeconds, ...body }: SignInRefusal): FastifyReply {
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ ...body, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
}

/** What better-auth may know of a request: who says to be asking, from where. Not what proxies or clients claim. */
function headersOf({ headers, ip }: FastifyRequest): Headers {
  const passed = new Headers({ [peerAddressHeader]: ip })
  for (const name of ['authorization', 'cookie', 'user-agent'] as const) {
    const value = headers[name]
    if (value !== undefined) passed.set(name, value)
  }
  return passed
}

/** A cookie that no script can read; programs that are no browser may also take the session as a bearer token. */
function passSession(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  const isBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
  const token = headers.get('set-auth-token')
  passCookies(reply, headers)
  if (!isBrowser && token !== null) void reply.header('set-auth-token', token)
}

function passCookies(reply: FastifyReply, headers: Headers): void {
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
}
