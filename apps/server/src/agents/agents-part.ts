// The agents' API as a part of the server: three signed requests, and their refusals.

import { accept, refuse, type Result } from '@farport/basics'
import {
  assignmentPath,
  claimPath,
  claimRequest,
  enrolPath,
  enrolRequest,
  type AgentRefusal,
  type Assignment,
  type ClaimOffer,
} from '@farport/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { findDeviceByKey, offerClaim } from '#domains/devices'
import { normalKey } from '#platform/budgets'
import { hasRoom, isUsedUp } from '../http/rate-limit.ts'
import { bodyOf, parseBody, signerOf, takeBodiesAsText } from '../http/signed-request.ts'
import type { ServerPart } from '../part.ts'
import type { AgentsContext } from './context.ts'
import { enrolAgent } from './enrol-agent.ts'
import { writeAssignment } from './write-assignment.ts'

type Code = AgentRefusal['code']

const bodyBytesMax = 16_384
/** A fleet behind one address may enrol at once; guessing codes of 120 bits is hopeless at any rate. */
const enrolmentsPerAddress = { points: 300, duration: 60 }
/** A code that a person has chosen may be short. */
const unknownCodesPerAddress = { points: 100, duration: 900 }
const assignmentsPerKey = { points: 60, duration: 60 }
const claimsPerAddress = { points: 60, duration: 60 }
/** Of strangers all together: it bounds what they can have us keep. */
const claimsInAll = { points: 1200, duration: 60 }

const statusOf: Record<Code, number> = {
  'code-unknown': 404,
  'already-enrolled': 409,
  'not-enrolled': 404,
  clock: 401,
  signature: 401,
  invalid: 400,
  busy: 429,
}

const messages: Record<Code, string> = {
  'code-unknown':
    'This registration code is unknown or expired. In the portal, choose "Add device" and take a new one.',
  'already-enrolled': 'This agent belongs to another account already. Remove it there first.',
  'not-enrolled': 'This agent belongs to no device (any more): it was deleted, or never registered.',
  clock: 'The clock of this device is more than five minutes off.',
  signature: 'The signature does not match.',
  invalid: 'The request breaks a rule.',
  busy: 'Too many requests. Try again in a minute.',
}

export function createAgentsPart(context: AgentsContext): ServerPart {
  const { clock } = context.services.devices
  const enrolments = new RateLimiterMemory(enrolmentsPerAddress)
  const unknownCodes = new RateLimiterMemory(unknownCodesPerAddress)
  const assignments = new RateLimiterMemory(assignmentsPerKey)
  const claims = new RateLimiterMemory(claimsPerAddress)
  const allClaims = new RateLimiterMemory(claimsInAll)

  async function enrol(request: FastifyRequest, body: string): Promise<Result<Assignment, Code>> {
    const source = normalKey(request.ip)
    if (!(await hasRoom(enrolments, source)) || (await isUsedUp(unknownCodes, source))) return refuse('busy')
    const signer = signerOf({ method: 'POST', path: enrolPath, headers: request.headers, body }, clock.now())
    if (!signer.ok) return signer
    const wanted = enrolRequest.safeParse(parseBody(body))
    if (!wanted.success) return refuse('invalid')
    const enrolled = await enrolAgent(context, signer.value, wanted.data)
    if (!enrolled.ok && enrolled.refusal === 'code-unknown') await hasRoom(unknownCodes, source)
    return enrolled
  }

  async function claim(request: FastifyRequest, body: string): Promise<Result<ClaimOffer, Code>> {
    const source = normalKey(request.ip)
    if (!(await hasRoom(claims, source)) || !(await hasRoom(allClaims, ''))) return refuse('busy')
    const signer = signerOf({ method: 'POST', path: claimPath, headers: request.headers, body }, clock.now())
    if (!signer.ok) return signer
    const told = claimRequest.safeParse(parseBody(body))
    if (!told.success) return refuse('invalid')
    const { hardwareId, internalAddress, ...more } = told.data
    const agent = { ...more, hardwareId, internalAddress, agentKey: signer.value, source }
    const offer = await offerClaim(context.services.devices, agent)
    return offer.ok ? accept({ code: offer.value.code, expiresAt: offer.value.expiresAt.getTime() }) : offer
  }

  async function assign(request: FastifyRequest): Promise<Result<Assignment, Code>> {
    const signer = signerOf({ method: 'GET', path: assignmentPath, headers: request.headers, body: '' }, clock.now())
    if (!signer.ok) return signer
    if (!(await hasRoom(assignments, signer.value))) return refuse('busy')
    const device = await findDeviceByKey(context.services.devices.database.queries, signer.value)
    return device === undefined ? refuse('not-enrolled') : accept(await writeAssignment(context, device, signer.value))
  }

  function answer(reply: FastifyReply, result: Result<Assignment | ClaimOffer, Code>): FastifyReply {
    void reply.header('cache-control', 'no-store')
    if (result.ok) return reply.send(result.value)
    const code = result.refusal
    const refusal: AgentRefusal = { code, message: messages[code], serverTime: clock.now() }
    return reply.code(statusOf[code]).send(refusal)
  }

  return {
    routes(app: FastifyInstance) {
      takeBodiesAsText(app)
      app.post(enrolPath, { bodyLimit: bodyBytesMax }, async (request, reply) =>
        answer(reply, await enrol(request, bodyOf(request))),
      )
      app.post(claimPath, { bodyLimit: bodyBytesMax }, async (request, reply) =>
        answer(reply, await claim(request, bodyOf(request))),
      )
      app.get(assignmentPath, async (request, reply) => answer(reply, await assign(request)))
    },
  }
}
