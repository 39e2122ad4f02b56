// Signing up, and signing in with a password: what strangers may call under /auth/v1, beside the routes of the folders.

import type { SamlAnswer, SignUpAnswer } from '@farport/contract'
import { linkTokenMsMax } from '#platform/link-tokens'
import { readCookie } from '#platform/signed-tokens'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answerStep, createPost, done, guardAuthCalls, headersOf, refuseWith, signedOut } from './auth-call-routes.ts'
import { authPath } from './auth-path.ts'
import type { IdentityContext } from './context.ts'
import { chooseLanguage, type SignInRefusal } from './identity.ts'
import { newCaptcha } from './sign-up/operations/captcha.ts'
import { postVerification } from './sign-up/operations/post-verification.ts'
import { resendVerification } from './sign-up/operations/resend-verification.ts'
import { signUp } from './sign-up/operations/sign-up.ts'
import { openVerification, verifyWithPassword } from './sign-up/operations/verify-email.ts'
import { completeWelcome, openWelcome } from './sign-up/operations/welcome-operator.ts'
import { signInByPassword } from './sign-in/operations/sign-in-by-password.ts'
import { addFactorRoutes } from './factors/factor-routes.ts'
import { addRecoveryRoutes } from './recovery/recovery-routes.ts'
import { addDeletionRoutes } from './deletion/deletion-routes.ts'
import { addDeviceCodeRoutes } from './device-codes/device-code-routes.ts'
import { addEmailRoutes } from './email/email-routes.ts'
import { addPasswordRoutes } from './passwords/password-routes.ts'
import { addChallengeRoutes } from './sign-in/sign-in-routes.ts'
import { addProofRoutes } from './sessions/proof-routes.ts'
import { addSessionRoutes } from './sessions/session-routes.ts'
import { finishSignIn } from './sign-in/operations/finish-sign-in.ts'

const text = z.string().max(1000)
const bodies = {
  signUp: z.object({ email: text, password: text, captcha: z.string().max(4000), acceptTerms: z.literal(true) }),
  signIn: z.object({ email: text, password: text, rememberMe: z.boolean().default(true) }),
  email: z.object({ email: text }),
  username: z.object({ username: text }),
  token: z.object({ token: text }),
  verification: z.object({ token: text, password: text, acceptTerms: z.literal(true) }),
  credentials: z.object({ email: text, password: text }),
}

const verifyLink = '/verify-email'
/** Where the portal says how the verification went. */
const verifiedPage = '/sign-up/verified'
/** Where whoever has opened the link elsewhere chooses the password. */
const passwordPage = '/sign-up/password'

const noUsername = 'Missing or wrong: username.'

const notWelcomed: SignInRefusal = {
  status: 403,
  code: 'FORBIDDEN',
  message: 'Only whoever runs this installation begins like this.',
}

export function addIdentityRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { publicUrl, sessions, signUpCookie } = means
  guardAuthCalls(app, publicUrl, [verifyLink])
  addSessionRoutes(app, means)
  addProofRoutes(app, means)
  addPasswordRoutes(app, means)
  addEmailRoutes(app, means)
  addDeviceCodeRoutes(app, means)
  addDeletionRoutes(app, means)
  addChallengeRoutes(app, means)
  addFactorRoutes(app, means)
  addRecoveryRoutes(app, means)
  const post = createPost(app)

  post('/sign-up/email', bodies.signUp, async (body, request, reply) => {
    const language = chooseLanguage(request.headers['accept-language'])
    const signedUp = await signUp({ ...body, language, source: request.ip }, means)
    if (!signedUp.ok) return refuseWith(reply, signedUp.refusal)
    const { account, browserToken } = signedUp.value
    await postVerification(means, account)
    void reply.header('set-cookie', signUpCookie.set(browserToken, linkTokenMsMax / 1000))
    const answer: SignUpAnswer = { user: { id: account.id, email: account.email } }
    return answer
  })

  post('/send-verification-email', bodies.email, async ({ email }, request, reply) => {
    return done(reply, await resendVerification({ email, source: request.ip }, means))
  })

  app.get(authPath + verifyLink, async (request, reply) => {
    const query = bodies.token.safeParse(request.query)
    const token = query.success ? query.data.token : ''
    const browserToken = readCookie(request.headers, signUpCookie.name)
    const opened = await openVerification(means, { token, browserToken, source: request.ip })
    if (!opened.ok) return reply.redirect(`${verifiedPage}?error=${opened.refusal.code}`)
    if (opened.value === 'password-wanted') return reply.redirect(`${passwordPage}?token=${encodeURIComponent(token)}`)
    return reply.header('set-cookie', signUpCookie.clear()).redirect(verifiedPage)
  })

  post('/verify-email', bodies.verification, async (body, request, reply) => {
    return done(reply, await verifyWithPassword(means, { ...body, source: request.ip }))
  })

  app.get(`${authPath}/captcha`, () => newCaptcha(means))

  // No organization can have an identity provider of its own so far: everybody signs in here.
  const checkSaml = (): SamlAnswer => ({ isSaml: false })
  post('/checkSaml', bodies.username, async () => checkSaml())
  app.get(`${authPath}/checkSaml`, async (request, reply) => {
    const query = bodies.username.safeParse(request.query)
    return query.success ? checkSaml() : refuseWith(reply, { status: 400, code: 'INVALID', message: noUsername })
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
    // Others without a password came by a provider: an address is theirs when they have shown that it is.
    if (!viewer.isOperator) return refuseWith(reply, notWelcomed)
    return done(reply, await completeWelcome({ ...body, accountId: viewer.accountId, source: request.ip }, means))
  })
}
