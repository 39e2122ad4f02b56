// The calls of a sign-in that waits for another factor: where it stands, the answer, a new code, and giving up.

import type { Result } from '@farport/basics'
import type { SignInAnswer } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hashLinkToken } from '#platform/link-tokens'
import { readCookie } from '#platform/signed-tokens'
import { assertionShape } from '#platform/webauthn'
import { answerStep, createPost, headersOf, passChallenge, refuseWith } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import type { SignInRefusal } from '../identity.ts'
import { describeRecovery } from '../recovery/operations/describe-recovery.ts'
import { challengeExpired, isChallengeToken } from './challenge.ts'
import { removeChallenge } from './challenge-store.ts'
import { answerChallenge } from './operations/answer-challenge.ts'
import { describeChallenge, resendCode, type ChallengeGrant } from './operations/begin-challenge.ts'

const text = z.string().max(1000)
const path = '/sign-in/challenge'
const bodies = {
  answer: z.object({
    challenge: text.optional(),
    name: z.enum(['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'WEB_AUTHN']),
    code: text.default(''),
    response: assertionShape.optional(),
  }),
  challenge: z.object({ challenge: text.optional() }).nullish(),
}

export function addChallengeRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { challengeCookie, database } = means
  const post = createPost(app)

  app.get(authPath + path, async (request, reply) => {
    const token = tokenOf(request, undefined)
    return tell(request, reply, token === undefined ? undefined : await describe(token))
  })

  post(path, bodies.answer, async ({ challenge, ...answer }, request, reply) => {
    const token = tokenOf(request, challenge)
    if (token === undefined) return refuseWith(reply, challengeExpired)
    const said = { ...answer, token, source: request.ip, headers: headersOf(request) }
    const step = await answerChallenge(means, said)
    const isOver = step.ok || step.refusal.code === 'CHALLENGE_EXPIRED'
    if (isOver && challenge === undefined) void reply.header('set-cookie', challengeCookie.clear())
    return answerStep(request, reply, step)
  })

  post(`${path}/resend`, bodies.challenge, async (body, request, reply) => {
    const token = tokenOf(request, body?.challenge)
    return tell(request, reply, token === undefined ? undefined : await resendCode(means, token))
  })

  post(`${path}/cancel`, bodies.challenge, async (body, request, reply) => {
    const token = tokenOf(request, body?.challenge)
    if (token !== undefined) await removeChallenge(database.queries, hashLinkToken(token))
    void reply.header('set-cookie', challengeCookie.clear())
    return { success: true }
  })

  /** A recovery is carried in the same cookie: whoever begins one gives up what waited for the factor. */
  async function describe(token: string): Promise<Result<ChallengeGrant, SignInRefusal>> {
    const found = await describeChallenge(means, token)
    const isUnknown = !found.ok && found.refusal.code === 'CHALLENGE_EXPIRED'
    return isUnknown ? describeRecovery(means, token) : found
  }

  /** Programs send it along; browsers have it in the cookie. */
  function tokenOf(request: FastifyRequest, given: string | undefined): string | undefined {
    const token = given ?? readCookie(request.headers, challengeCookie.name)
    return token !== undefined && isChallengeToken(token) ? token : undefined
  }

  function tell(
    request: FastifyRequest,
    reply: FastifyReply,
    found: Result<ChallengeGrant, SignInRefusal> | undefined,
  ): SignInAnswer | FastifyReply {
    if (found?.ok === true) return passChallenge(request, reply, found.value)
    return refuseWith(reply, found?.refusal ?? challengeExpired)
  }
}
