// The calls about the second factors of whoever is signed in. What changes them wants a fresh proof.

import type { MfaPref } from '@farport/contract'
import type { Secret } from '@farport/basics'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '../../../graphql/context.ts'
import { createPost, refuseWith, signedOut } from '../auth-call-routes.ts'
import { authPath } from '../auth-path.ts'
import type { IdentityContext } from '../context.ts'
import { isLanguage, type Account } from '../identity.ts'
import { requireProof } from '../sessions/require-proof.ts'
import { presentMfaPref } from './factors.ts'
import { factorsOf } from './factor-store.ts'
import { beginPhone, verifyPhone } from './operations/change-phone.ts'
import { renewRecoveryCode } from './operations/renew-recovery-code.ts'
import { setMethod } from './operations/set-method.ts'
import { beginTotp, verifyTotp } from './operations/set-up-totp.ts'

const text = z.string().max(1000)
const bodies = {
  method: z.object({ method: z.enum(['NO_MFA', 'SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'WEB_AUTHN']) }),
  phone: z.object({ phone: text }),
  code: z.object({ code: text }),
  nothing: z.unknown(),
}

type Person = Pick<Account, 'id' | 'email' | 'language'>
type Deed<Body> = (person: Person, body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function addFactorRoutes(app: FastifyInstance, means: IdentityContext): void {
  const { database, clock, sms, sessions } = means
  const post = createPost(app)

  app.get(`${authPath}/mfaPref`, async (request, reply) => {
    const viewer = await sessions.viewerOf(request.headers)
    return viewer === undefined ? refuseWith(reply, signedOut) : pref(personOf(viewer))
  })

  postProven('/mfaPref', bodies.method, async (person, { method }, request, reply) => {
    const set = await setMethod(means, { person, method, source: request.ip })
    return set.ok ? pref(person, set.value) : refuseWith(reply, set.refusal)
  })

  postProven('/mfa/totp', bodies.nothing, (person) => beginTotp(means, person))

  postSignedIn('/mfa/totp/verify', bodies.code, async (person, { code }, _request, reply) => {
    const verified = await verifyTotp(means, { id: person.id, code })
    return verified.ok ? pref(person) : refuseWith(reply, verified.refusal)
  })

  postProven('/mfa/phone', bodies.phone, async (person, { phone }, _request, reply) => {
    const begun = await beginPhone(means, { person, phone })
    return begun.ok ? pref(person) : refuseWith(reply, begun.refusal)
  })

  postSignedIn('/mfa/phone/verify', bodies.code, async (person, { code }, request, reply) => {
    const verified = await verifyPhone(means, { person, code, source: request.ip })
    return verified.ok ? pref(person) : refuseWith(reply, verified.refusal)
  })

  postProven('/mfa/backup-code', bodies.nothing, async (person, _body, _request, reply) => {
    const renewed = await renewRecoveryCode(means, person)
    return renewed.ok ? pref(person, renewed.value) : refuseWith(reply, renewed.refusal)
  })

  async function pref({ id }: Person, backupCode?: Secret): Promise<MfaPref> {
    const factors = await factorsOf(database.queries, id)
    const shown = presentMfaPref(factors, { canSendSms: sms.canSend, nowMs: clock.now() })
    return backupCode === undefined ? shown : { ...shown, backupCode: backupCode.reveal() }
  }

  function postSignedIn<Body>(path: string, schema: z.ZodType<Body>, deed: Deed<Body>): void {
    post(path, schema, async (body, request, reply) => {
      const viewer = await sessions.viewerOf(request.headers)
      return viewer === undefined ? refuseWith(reply, signedOut) : deed(personOf(viewer), body, request, reply)
    })
  }

  function postProven<Body>(path: string, schema: z.ZodType<Body>, deed: Deed<Body>): void {
    post(path, schema, async (body, request, reply) => {
      const viewer = await requireProof(means, request.headers)
      return viewer.ok ? deed(personOf(viewer.value), body, request, reply) : refuseWith(reply, viewer.refusal)
    })
  }
}

function personOf({ accountId: id, email, language }: Viewer): Person {
  return { id, email, language: isLanguage(language) ? language : 'en' }
}
