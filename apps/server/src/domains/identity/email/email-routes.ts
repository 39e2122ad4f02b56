// The calls about the address of an account: asked for at /user/email/, and confirmed or taken back by mailed links.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createPost, refuseWith, signedOut } from '../auth-call-routes.ts'
import type { IdentityContext } from '../context.ts'
import { changeEmail } from './operations/change-email.ts'
import { restoreEmail } from './operations/restore-email.ts'

const body = z.object({ token: z.string().max(1000) })

export function addEmailRoutes(app: FastifyInstance, means: IdentityContext): void {
  const post = createPost(app)

  post('/change-email', body, async ({ token }, request, reply) => {
    const viewer = await means.sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    const changed = await changeEmail(means, { viewer, token, source: request.ip })
    return changed.ok ? changed.value : refuseWith(reply, changed.refusal)
  })

  post('/restore-email', body, async ({ token }, request, reply) => {
    const restored = await restoreEmail(means, { token, source: request.ip })
    return restored.ok ? restored.value : refuseWith(reply, restored.refusal)
  })
}
