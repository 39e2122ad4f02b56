// The calls about providers: which are set up here, newcomers who bring an unproven address, and with which somebody signs in.

import type { ProviderLinks, ProviderList } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readCookie } from '#platform/signed-tokens'
import { answerStep, createPost, done, guardAuthCalls, headersOf, refuseWith, signedOut } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import { chooseLanguage } from '../identity.ts'
import { requireProof } from '../sessions/require-proof.ts'
import { isChallengeToken } from '../sign-in/challenge.ts'
import { describeProviderSignUp, finishProviderSignUp } from './operations/finish-provider-sign-up.ts'
import { removeProviderLink } from './operations/remove-provider-link.ts'
import { providerIds, providerNames } from './provider.ts'
import { attemptOver } from './provider-sign-in.ts'
import { linksOf } from './provider-store.ts'

const signUpShape = z.object({ code: z.string().max(1000), acceptTerms: z.literal(true) })
const linkShape = z.object({ id: z.string().max(100) })

export function addProviderRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { publicUrl, providers, sessions, database, providerSignUpCookie } = means
  guardAuthCalls(app, publicUrl)
  const post = createPost(app)

  app.get(`${authPath}/providers`, async (): Promise<ProviderList> => {
    const offered = providerIds.filter((id) => providers.has(id))
    return { providers: offered.map((id) => ({ id, name: providerNames[id] })) }
  })

  app.get(`${authPath}/provider-links`, async (request, reply): Promise<ProviderLinks | FastifyReply> => {
    const viewer = await sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    const links = await linksOf(database.queries, viewer.accountId)
    return { links: links.map((link) => ({ ...link, created: link.created.toISOString() })) }
  })

  app.get(`${authPath}/provider-sign-up`, async (request, reply) => {
    const token = tokenOf(request)
    if (token === undefined) return refuseWith(reply, attemptOver)
    const waiting = await describeProviderSignUp(means, token)
    return waiting.ok ? waiting.value : refuseWith(reply, waiting.refusal)
  })

  post('/provider-sign-up', signUpShape, async ({ code }, request, reply) => {
    const token = tokenOf(request)
    if (token === undefined) return refuseWith(reply, attemptOver)
    const language = chooseLanguage(request.headers['accept-language'])
    const attempt = { token, code, language, source: request.ip, headers: headersOf(request) }
    const step = await finishProviderSignUp(means, attempt)
    const mayGoOn = !step.ok && ['EMAIL_CODE_INVALID', 'THROTTLED'].includes(step.refusal.code)
    if (!mayGoOn) void reply.header('set-cookie', providerSignUpCookie.clear())
    return answerStep(request, reply, step)
  })

  post('/provider-links/remove', linkShape, async ({ id }, request, reply) => {
    const viewer = await requireProof(means, request.headers)
    return done(reply, viewer.ok ? await removeProviderLink(means, { id, userId: viewer.value.accountId }) : viewer)
  })

  /** Only browsers come from a provider, and have it in a cookie. */
  function tokenOf({ headers }: FastifyRequest): string | undefined {
    const token = readCookie(headers, providerSignUpCookie.name)
    return token !== undefined && isChallengeToken(token) ? token : undefined
  }
}
