// The calls by which somebody who is signed in proves once more that it is them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { assertionShape } from '#platform/webauthn'
import type { Viewer } from '../../../graphql/context.ts'
import { createPost, done, refuseWith, signedOut } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import { proveByCode } from '../factors/operations/prove-by-code.ts'
import { sendProofText } from '../factors/operations/prove-by-text.ts'
import { passkeyProofOptions } from '../passkeys/operations/passkey-challenge.ts'
import { proveByPasskey } from '../passkeys/operations/prove-by-passkey.ts'
import { listProofWays } from './operations/list-proof-ways.ts'
import { proveByPassword } from './operations/prove.ts'

const text = z.string().max(1000)
const bodies = {
  proof: z.union([z.object({ password: text }), z.object({ code: text }), z.object({ response: assertionShape })]),
  nothing: z.unknown(),
}

type Deed<Body> = (viewer: Viewer, body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function addProofRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { sessions } = means
  const post = createPost(app)

  app.get(`${authPath}/prove`, async (request, reply) => {
    const viewer = await sessions.viewerOf(request.headers)
    return viewer === undefined ? refuseWith(reply, signedOut) : listProofWays(means, viewer)
  })

  postSignedIn('/prove', bodies.proof, async (viewer, proof, { ip: source }, reply) => {
    if ('code' in proof) return done(reply, await proveByCode(means, { viewer, code: proof.code }))
    if ('response' in proof) return done(reply, await proveByPasskey(means, { ...proof, viewer, source }))
    return done(reply, await proveByPassword(means, { ...proof, viewer, source }))
  })

  postSignedIn('/prove/text', bodies.nothing, async (viewer, _body, _request, reply) => {
    const sent = await sendProofText(means, viewer)
    return sent.ok ? sent.value : refuseWith(reply, sent.refusal)
  })

  postSignedIn('/prove/passkey/options', bodies.nothing, async (viewer, _body, _request, reply) => {
    const options = await passkeyProofOptions(means, viewer)
    return options.ok ? options.value : refuseWith(reply, options.refusal)
  })

  function postSignedIn<Body>(path: string, schema: z.ZodType<Body>, deed: Deed<Body>): void {
    post(path, schema, async (body, request, reply) => {
      const viewer = await sessions.viewerOf(request.headers)
      return viewer === undefined ? refuseWith(reply, signedOut) : deed(viewer, body, request, reply)
    })
  }
}
