// Where browsers leave for a provider, and where they come back. What goes wrong is told by a page of the portal.

import { Secret } from '@farport/basics'
import type { AuthRefusalCode, ProviderId } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readCookie } from '#platform/signed-tokens'
import { isOwnOrigin } from '../../../http/origin.ts'
import { headersOf } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import { chooseLanguage } from '../identity.ts'
import { requireProof } from '../sessions/require-proof.ts'
import { createAttemptCookie } from './attempt-cookie.ts'
import { finishProvider, type ProviderOutcome } from './operations/finish-provider.ts'
import { startProvider } from './operations/start-provider.ts'
import { ownPath } from './own-path.ts'
import { isProviderId } from './provider.ts'

const signInPage = '/sign-in'
/** Where a newcomer types the code that was mailed to them. */
const codePage = '/sign-up/provider'
const securityPage = '/account/security'
const formBytesMax = 20_000

const shapes = {
  params: z.object({ id: z.custom<ProviderId>((id) => typeof id === 'string' && isProviderId(id)) }),
  start: z.object({
    next: z.string().optional(),
    link: z.literal('1').optional(),
    rememberMe: z.enum(['0', '1']).default('1'),
  }),
}

export function addProviderPageRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { publicUrl } = means
  const cookie = createAttemptCookie(publicUrl.startsWith('https:'), `${authPath}/provider`)
  // Providers send browsers here from pages of their own. What proves them to be the ones that left is the cookie.
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
  })
  addFormCallback(app)

  app.get(`${authPath}/provider/:id/start`, async (request, reply) => {
    const [params, query] = [shapes.params.safeParse(request.params), shapes.start.safeParse(request.query)]
    if (!params.success || !query.success) return sendBack(reply, { code: 'NOT_AVAILABLE' })
    const { id: provider } = params.data
    const isLink = query.data.link !== undefined
    const session = isLink ? await provenSession(request, means) : undefined
    if (isLink && session === undefined) return sendBack(reply, { isLink, provider, code: 'PROOF_NEEDED' })
    const started = await startProvider(means, {
      provider,
      next: ownPath(query.data.next, isLink ? securityPage : '/'),
      rememberMe: query.data.rememberMe === '1',
      sessionId: session,
      source: request.ip,
    })
    if (!started.ok) return sendBack(reply, { isLink, provider, code: started.refusal.code })
    return reply.header('set-cookie', cookie.set(started.value.token)).redirect(started.value.url.href)
  })

  app.get(`${authPath}/provider/:id/callback`, async (request, reply) => {
    const params = shapes.params.safeParse(request.params)
    if (!params.success) return sendBack(reply, { code: 'NOT_AVAILABLE' })
    const { id: provider } = params.data
    const token = readCookie(request.headers, cookie.name)
    const outcome = await finishProvider(means, {
      provider,
      answer: new URL(request.url, publicUrl).searchParams,
      token: token === undefined ? undefined : new Secret(token),
      language: chooseLanguage(request.headers['accept-language']),
      source: request.ip,
      headers: headersOf(request),
    })
    void reply.header('set-cookie', cookie.clear())
    return sendOn(reply, { ...outcome, provider })
  })
}

/**
 * Apple makes the browser post its answer, which carries no cookie of ours. The browser is sent on to bring the same as
 * a page that it opens, with its cookie: what another page makes it post leads nowhere.
 */
function addFormCallback(app: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: formBytesMax } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body: string, parsed) => {
    parsed(null, new URLSearchParams(body))
  })
  app.post(`${authPath}/provider/apple/callback`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const passed = new URLSearchParams()
    for (const name of ['code', 'state', 'error', 'iss']) {
      const value = form.get(name)
      if (value !== null) passed.set(name, value)
    }
    return reply.redirect(`${authPath}/provider/apple/callback?${passed.toString()}`, 303)
  })
}

/** Another site could open the page, but not from one of ours. */
async function provenSession(request: FastifyRequest, means: IdentityContext): Promise<string | undefined> {
  if (!isOwnOrigin(request.headers, means.publicUrl)) return undefined
  const viewer = await requireProof(means, request.headers)
  return viewer.ok ? viewer.value.credential.id : undefined
}

function sendOn(
  reply: FastifyReply,
  { isLink, next, result, provider }: ProviderOutcome & { provider: ProviderId },
): FastifyReply {
  if (!result.ok) return sendBack(reply, { isLink, provider, code: result.refusal.code })
  const step = result.value
  switch (step.kind) {
    case 'linked':
      return reply.redirect(next)
    case 'signed-in':
      return reply.header('set-cookie', step.session.cookies).redirect(next)
    case 'code-wanted':
      return reply.header('set-cookie', step.cookie).redirect(`${codePage}?${new URLSearchParams({ next }).toString()}`)
    case 'challenged':
      return reply
        .header('set-cookie', step.challenge.cookies)
        .redirect(`/mfa-verify?${new URLSearchParams({ next }).toString()}`)
  }
}

interface Problem {
  isLink?: boolean
  provider?: ProviderId
  code: AuthRefusalCode
}

function sendBack(reply: FastifyReply, { isLink = false, provider, code }: Problem): FastifyReply {
  const query = new URLSearchParams({ error: code, ...(provider === undefined ? {} : { provider }) })
  return reply.redirect(`${isLink ? securityPage : signInPage}?${query.toString()}`)
}
