// The calls of somebody who has lost their second factor.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readCookie } from '#platform/signed-tokens'
import { answerStep, createPost, headersOf, passChallenge, refuseWith } from '../auth-call-routes.ts'
import type { IdentityContext } from '../context.ts'
import { chooseLanguage } from '../identity.ts'
import { challengeExpired, isChallengeToken } from '../sign-in/challenge.ts'
import { startRecovery } from './operations/start-recovery.ts'
import { verifyRecovery } from './operations/verify-recovery.ts'

const text = z.string().max(1000)
const bodies = {
  email: z.object({ email: text }),
  codes: z.object({ challenge: text.optional(), emailCode: text, backupCode: text }),
}

export function addRecoveryRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { challengeCookie } = means
  const post = createPost(app)

  post('/recovery/start', bodies.email, async ({ email }, request, reply) => {
    const language = chooseLanguage(request.headers['accept-language'])
    const started = await startRecovery(means, { email, language, source: request.ip })
    return started.ok ? passChallenge(request, reply, started.value) : refuseWith(reply, started.refusal)
  })

  post('/recovery/verify', bodies.codes, async ({ challenge, ...codes }, request, reply) => {
    const token = challenge ?? readCookie(request.headers, challengeCookie.name)
    if (token === undefined || !isChallengeToken(token)) return refuseWith(reply, challengeExpired)
    const attempt = { ...codes, token, source: request.ip, headers: headersOf(request) }
    const step = await verifyRecovery(means, attempt)
    const isOver = step.ok || step.refusal.code === 'CHALLENGE_EXPIRED'
    if (isOver && challenge === undefined) void reply.header('set-cookie', challengeCookie.clear())
    return answerStep(request, reply, step)
  })
}
