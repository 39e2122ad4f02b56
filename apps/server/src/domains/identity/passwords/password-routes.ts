// The calls about passwords: forgotten, chosen anew, changed.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createPost, done, refuseWith, signedOut } from '../auth-call-routes.ts'
import type { IdentityContext } from '../context.ts'
import { chooseLanguage } from '../identity.ts'
import { changePassword } from './operations/change-password.ts'
import { forgotPassword } from './operations/forgot-password.ts'
import { resetPassword } from './operations/reset-password.ts'

const text = z.string().max(1000)
const bodies = {
  forgot: z.object({ email: text }),
  reset: z.object({ email: text, code: text, password: text }),
  change: z.object({ currentPassword: text, password: text }),
}

export function addPasswordRoutes(app: FastifyInstance, means: IdentityContext): void {
  const post = createPost(app)

  post('/forgot-password', bodies.forgot, async ({ email }, { headers, ip }, reply) => {
    const language = chooseLanguage(headers['accept-language'])
    return done(reply, await forgotPassword(means, { email, language, source: ip }))
  })

  post('/forgot-password/verify', bodies.reset, async (body, request, reply) => {
    return done(reply, await resetPassword(means, { ...body, source: request.ip }))
  })

  post('/change-password', bodies.change, async (body, request, reply) => {
    const viewer = await means.sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    return done(reply, await changePassword(means, { ...body, viewer, source: request.ip }))
  })
}
