// Signing up, and signing in with a password: what strangers may call under /auth/v1, beside the routes of the folders.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answerStep, createPost, done, guardAuthCalls, headersOf, refuseWith, signedOut } from './auth-call-routes.ts'
import { authPath } from './auth-path.ts'
import type { IdentityContext } from './context.ts'
import { chooseLanguage } from './identity.ts'
import { postVerification } from './sign-up/operations/post-verification.ts'
import { resendVerification } from './sign-up/operations/resend-verification.ts'
import { signUp } from './sign-up/operations/sign-up.ts'
import { verifyEmail } from './sign-up/operations/verify-email.ts'
import { completeWelcome, openWelcome } from './sign-up/operations/welcome-operator.ts'
import { signInByPassword } from './sign-in/operations/sign-in-by-password.ts'
import { addFactorRoutes } from './factors/factor-routes.ts'
import { addRecoveryRoutes } from './recovery/recovery-routes.ts'
import { addChallengeRoutes } from './sign-in/sign-in-routes.ts'
import { addSessionRoutes } from './sessions/session-routes.ts'
import { finishSignIn } from './sign-in/operations/finish-sign-in.ts'

const text = z.string().max(1000)
const bodies = {
  signUp: z.object({ email: text, password: text }),
  signIn: z.object({ email: text, password: text, rememberMe: z.boolean().default(true) }),
  email: z.object({ email: text }),
  token: z.object({ token: text }),
  credentials: z.object({ email: text, password: text }),
}

const verifyLink = '/verify-email'
/** Where the portal says how the verification went. */
const verifiedPage = '/sign-up/verified'

export function addIdentityRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { publicUrl, sessions } = means
  guardAuthCalls(app, publicUrl, [verifyLink])
  addSessionRoutes(app, means)
  addChallengeRoutes(app, means)
  addFactorRoutes(app, means)
  addRecoveryRoutes(app, means)
  const post = createPost(app)

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

  app.get(authPath + verifyLink, async (request, reply) => {
    const query = bodies.token.safeParse(request.query)
    const token = query.success ? query.data.token : ''
    const verified = await verifyEmail({ token, source: request.ip }, means)
    return reply.redirect(verified.ok ? verifiedPage : `${verifiedPage}?error=${verified.refusal.code}`)
  })

  post('/sign-in/email', bodies.signIn, async (body, request, reply) => {
    const step = await signInByPassword({ ...body, source: request.ip, headers: headersOf(request) }, means)
    return answerStep(request, reply, step)
  })

  post('/welcome/open', bodies.token, async ({ token }, request, reply) => {
    const account = await openWelcome({ token, source: request.ip }, means)
    if (!account.ok) return refuseWith(reply, account.refusal)
    const proof = { account: account.value, method: 'welcome', rememberMe: true, source: request.ip } as const
    return answerStep(request, reply, await finishSignIn(means, { ...proof, headers: headersOf(request) }))
  })

  post('/welcome', bodies.credentials, async (body, request, reply) => {
    const viewer = await sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    return done(reply, await completeWelcome({ ...body, accountId: viewer.accountId, source: request.ip }, means))
  })
}
