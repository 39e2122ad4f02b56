// The call by which somebody asks for the deletion of their account.

import { deletionReasons, deletionTextLengthMax } from '@farport/vocabulary'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createPost, done, refuseWith, signedOut } from '../auth-call-routes.ts'
import type { IdentityContext } from '../context.ts'
import { askForDeletion } from './operations/ask-for-deletion.ts'

const body = z.object({
  reasons: z.array(z.enum(deletionReasons)).max(deletionReasons.length),
  // PostgreSQL keeps no NUL.
  text: z
    .string()
    .max(deletionTextLengthMax)
    .regex(/^[^\0]*$/)
    .default(''),
  mayContact: z.boolean().default(false),
})

export function addDeletionRoutes(app: FastifyInstance, means: IdentityContext): void {
  createPost(app)('/account-deletion', body, async (wish, request, reply) => {
    const viewer = await means.sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    return done(reply, await askForDeletion(means, { ...wish, viewer }))
  })
}
