// The calls about passkeys: one's own, and signing in with one.

import type { PasskeyEntry, PasskeyList } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accept, refuse, type Result } from '@farport/basics'
import { z } from 'zod'
import { assertionShape, registrationShape } from '#platform/webauthn'
import type { Viewer } from '../../../graphql/context.ts'
import { answerStep, createPost, done, guardAuthCalls, headersOf, refuseWith, signedOut } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import type { SignInRefusal } from '../identity.ts'
import { requireProof } from '../sessions/require-proof.ts'
import { addPasskey, newPasskeyOptions } from './operations/add-passkey.ts'
import { passkeySignInOptions } from './operations/passkey-challenge.ts'
import { removePasskey } from './operations/remove-passkey.ts'
import { renamePasskey } from './operations/rename-passkey.ts'
import { signInByPasskey } from './operations/sign-in-by-passkey.ts'
import type { PasskeySummary } from './passkey.ts'
import { passkeysOf } from './passkey-store.ts'

const text = z.string().max(1000)
const bodies = {
  nothing: z.object({}),
  add: z.object({ name: text, response: registrationShape }),
  rename: z.object({ id: text, name: text }),
  remove: z.object({ id: text }),
  signIn: z.object({ response: assertionShape, rememberMe: z.boolean().default(true) }),
}

export function addPasskeyRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { sessions, database } = means
  guardAuthCalls(app, means.publicUrl)
  const post = createPost(app)

  app.get(`${authPath}/passkeys`, async (request, reply): Promise<PasskeyList | FastifyReply> => {
    const viewer = await viewerOf(request)
    if (!viewer.ok) return refuseWith(reply, viewer.refusal)
    const passkeys = await passkeysOf(database.queries, viewer.value.accountId)
    return { passkeys: passkeys.map(toEntry) }
  })

  post('/passkeys/options', bodies.nothing, async (_body, request, reply) => {
    const viewer = await requireProof(means, request.headers)
    const options = viewer.ok ? await newPasskeyOptions(means, viewer.value) : viewer
    return options.ok ? options.value : refuseWith(reply, options.refusal)
  })

  post('/passkeys', bodies.add, async (body, request, reply) => {
    const viewer = await requireProof(means, request.headers)
    const added = viewer.ok ? await addPasskey(means, viewer.value, body) : viewer
    return added.ok ? toEntry(added.value) : refuseWith(reply, added.refusal)
  })

  post('/passkeys/rename', bodies.rename, async (body, request, reply) => {
    const viewer = await viewerOf(request)
    return done(reply, viewer.ok ? await renamePasskey(means, viewer.value.accountId, body) : viewer)
  })

  post('/passkeys/delete', bodies.remove, async (body, request, reply) => {
    const viewer = await requireProof(means, request.headers)
    return done(reply, viewer.ok ? await removePasskey(means, viewer.value, body) : viewer)
  })

  post('/sign-in/passkey/options', bodies.nothing, async (_body, _request, reply) => {
    const options = await passkeySignInOptions(means)
    return options.ok ? options.value : refuseWith(reply, options.refusal)
  })

  post('/sign-in/passkey', bodies.signIn, async (body, request, reply) => {
    const step = await signInByPasskey(means, { ...body, source: request.ip, headers: headersOf(request) })
    return answerStep(request, reply, step)
  })

  async function viewerOf(request: FastifyRequest): Promise<Result<Viewer, SignInRefusal>> {
    const viewer = await sessions.viewerOf(request.headers)
    return viewer === undefined ? refuse(signedOut) : accept(viewer)
  }
}

function toEntry({ id, name, createdAt, lastUsedAt }: PasskeySummary): PasskeyEntry {
  return { id, name, created: createdAt.toISOString(), lastUsed: lastUsedAt?.toISOString() ?? null }
}
