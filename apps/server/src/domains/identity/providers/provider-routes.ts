// The calls about providers: which are set up here, and with which somebody signs in.

import type { ProviderLinks, ProviderList } from '@farport/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { createPost, done, guardAuthCalls, refuseWith, signedOut } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import { requireProof } from '../sessions/require-proof.ts'
import { removeProviderLink } from './operations/remove-provider-link.ts'
import { providerIds, providerNames } from './provider.ts'
import { linksOf } from './provider-store.ts'

const linkShape = z.object({ id: z.string().max(100) })

export function addProviderRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { publicUrl, providers, sessions, database } = means
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

  post('/provider-links/remove', linkShape, async ({ id }, request, reply) => {
    const viewer = await requireProof(means, request.headers)
    return done(reply, viewer.ok ? await removeProviderLink(means, { id, userId: viewer.value.accountId }) : viewer)
  })
}
