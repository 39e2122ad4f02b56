// What people and their programs do to their own account over REST. An access key's signature is as good as a session.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '../../graphql/context.ts'
import { createCredentials } from '../../graphql/credentials.ts'
import { keepRawBodies } from '../../http/raw-body.ts'
import { sendRefusal } from '../../http/send-refusal.ts'
import { isOwnOrigin } from '../../http/origin.ts'
import { done as answerCall, refuseWith } from './auth-call-routes.ts'
import { authPath } from './auth-path.ts'
import type { IdentityContext } from './context.ts'
import { askForEmail } from './email/operations/ask-for-email.ts'
import { requireProof } from './sessions/require-proof.ts'
import { signOutEverywhere } from './sessions/operations/sign-out-everywhere.ts'
import { updateAccount } from './operations/update-account.ts'

const bodies = {
  language: z.object({ language: z.string().max(20) }),
  email: z.object({ email: z.string().max(1000) }),
}

const signedOut: Refusal = { code: 'UNAUTHENTICATED', message: 'Please sign in.' }
const foreignOrigin: Refusal = { code: 'FORBIDDEN', message: 'This page may not act for you here.' }

export function addUserRoutes(app: FastifyInstance, means: IdentityContext): void {
  const credentials = createCredentials(means.sessions, means.publicUrl)
  keepRawBodies(app)
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
  })

  app.route({
    method: ['GET', 'POST'],
    url: `${authPath}/globalSignout`,
    handler: (request, reply) =>
      answer(request, reply, async (viewer) => {
        await signOutEverywhere(means, viewer.accountId)
        return accept(undefined)
      }),
  })

  app.post('/user/language/', (request, reply) =>
    answer(request, reply, async ({ accountId }) => {
      const body = bodies.language.safeParse(request.body)
      return body.success ? updateAccount(means, accountId, body.data) : refuse(missing('language'))
    }),
  )

  // Of a person who has proven who they are: no access key changes the address that leads to all the rest.
  app.post('/user/email/', async (request, reply) => {
    const body = bodies.email.safeParse(request.body)
    if (!body.success) return sendRefusal(reply, missing('email'))
    if (!isOwnOrigin(request.headers, means.publicUrl)) return sendRefusal(reply, foreignOrigin)
    const viewer = await requireProof(means, request.headers)
    if (!viewer.ok) return refuseWith(reply, viewer.refusal)
    return answerCall(reply, await askForEmail(means, { ...body.data, viewer: viewer.value, source: request.ip }))
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    deed: (viewer: Viewer) => Promise<Result<undefined, Refusal>>,
  ): Promise<unknown> {
    const viewer = await credentials.viewerOf(request)
    if (!viewer.ok) return sendRefusal(reply, viewer.refusal)
    if (viewer.value === undefined) return sendRefusal(reply, signedOut)
    const done = await deed(viewer.value)
    return done.ok ? { success: true } : sendRefusal(reply, done.refusal)
  }
}

function missing(field: string): Refusal {
  return { code: 'INVALID', message: `Missing or wrong: ${field}.` }
}
