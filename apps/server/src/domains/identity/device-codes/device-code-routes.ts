// The calls that sign programs in which have no browser: RFC 8628 in our spelling.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answerStep, createPost, done, headersOf, refuseWith, signedOut } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import { requireProof } from '../sessions/require-proof.ts'
import { answerDevice, findDeviceRequest } from './operations/answer-device.ts'
import { askForDeviceCode } from './operations/ask-for-device-code.ts'
import { takeDeviceToken } from './operations/take-device-token.ts'

const text = z.string().max(1000)
const bodies = {
  client: z.object({
    client: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u),
  }),
  userCode: z.object({ userCode: text }),
  deviceCode: z.object({ deviceCode: text }),
}

export function addDeviceCodeRoutes(app: FastifyInstance, means: IdentityContext): void {
  const post = createPost(app)

  post('/device/code', bodies.client, async ({ client }, request, reply) => {
    const code = await askForDeviceCode(means, { client, source: request.ip })
    return code.ok ? code.value : refuseWith(reply, code.refusal)
  })

  app.get(`${authPath}/device`, async (request, reply) => {
    const viewer = await means.sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    const query = bodies.userCode.safeParse(request.query)
    const found = await findDeviceRequest(means, { viewer, userCode: query.success ? query.data.userCode : '' })
    return found.ok ? found.value : refuseWith(reply, found.refusal)
  })

  // Whoever lets a program in makes a session that lasts: a thief of this one could otherwise stay by it.
  post('/device/approve', bodies.userCode, async ({ userCode }, request, reply) => {
    const viewer = await requireProof(means, request.headers)
    if (!viewer.ok) return refuseWith(reply, viewer.refusal)
    return done(reply, await answerDevice(means, { viewer: viewer.value, userCode, isApproved: true }))
  })

  post('/device/deny', bodies.userCode, async ({ userCode }, request, reply) => {
    const viewer = await means.sessions.viewerOf(request.headers)
    if (viewer === undefined) return refuseWith(reply, signedOut)
    return done(reply, await answerDevice(means, { viewer, userCode, isApproved: false }))
  })

  post('/device/token', bodies.deviceCode, async ({ deviceCode }, request, reply) => {
    const step = await takeDeviceToken(means, { deviceCode, source: request.ip, headers: headersOf(request) })
    return answerStep(request, reply, step)
  })
}
