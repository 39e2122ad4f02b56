// The initiators' API as a part of the server: three signed requests, and their refusals.

import { accept, refuse, type Result } from '@farport/basics'
import {
  connectionRequest,
  endPath,
  renewPath,
  reportPath,
  reportRequest,
  type EndedAnswer,
  type InitiatorRefusal,
  type PeerOrder,
} from '@farport/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { z } from 'zod'
import { endPeer, renewPeer } from '#domains/connections'
import { takePathReports, type SessionsContext } from '#domains/sessions'
import { normalKey } from '#platform/budgets'
import { hasRoom } from '../http/rate-limit.ts'
import { bodyOf, parseBody, signerOf, takeBodiesAsText } from '../http/signed-request.ts'
import type { ServerPart } from '../part.ts'

type Code = InitiatorRefusal['code']

/** 64 reports of 500 characters of reasons each, with room for their escapes. */
const bodyBytesMax = 131_072
/** Many agents may be behind one address. It bounds the keys, too, of which anybody can have any number. */
const requestsPerAddress = { points: 3000, duration: 60 }
/** An initiator has up to a thousand connections; each is renewed twice in ten minutes, and reports go together. */
const requestsPerKey = { points: 300, duration: 60 }

const statusOf: Record<Code, number> = {
  ended: 410,
  unknown: 404,
  clock: 401,
  signature: 401,
  invalid: 400,
  busy: 429,
  offline: 409,
}

const messages: Record<Code, string> = {
  ended: 'The connection has ended.',
  unknown: 'This agent has no such connection.',
  clock: 'The clock of this machine is more than five minutes off.',
  signature: 'The signature does not match.',
  invalid: 'The request breaks a rule.',
  busy: 'Too many requests. Try again in a minute.',
  offline: 'The device is offline just now.',
}

export function createInitiatorsPart(context: SessionsContext): ServerPart {
  const { connections } = context
  const { clock } = connections.services.devices
  const perAddress = new RateLimiterMemory(requestsPerAddress)
  const perKey = new RateLimiterMemory(requestsPerKey)

  /** The key that asks, and what it asks for. */
  async function read<Body>(
    request: FastifyRequest,
    path: string,
    schema: z.ZodType<Body>,
  ): Promise<Result<{ initiatorKey: string; body: Body }, Code>> {
    if (!(await hasRoom(perAddress, normalKey(request.ip)))) return refuse('busy')
    const text = bodyOf(request)
    const signer = signerOf({ method: 'POST', path, headers: request.headers, body: text }, clock.now())
    if (!signer.ok) return signer
    if (!(await hasRoom(perKey, signer.value))) return refuse('busy')
    const body = schema.safeParse(parseBody(text))
    return body.success ? accept({ initiatorKey: signer.value, body: body.data }) : refuse('invalid')
  }

  async function renew(request: FastifyRequest): Promise<Result<PeerOrder, Code>> {
    const asked = await read(request, renewPath, connectionRequest)
    if (!asked.ok) return asked
    const { initiatorKey, body } = asked.value
    return renewPeer(connections, { ...body, initiatorKey })
  }

  async function report(request: FastifyRequest): Promise<Result<EndedAnswer, Code>> {
    const asked = await read(request, reportPath, reportRequest)
    if (!asked.ok) return asked
    const { initiatorKey, body } = asked.value
    return accept({ ended: await takePathReports(context, { ...body, initiatorKey, source: request.ip }) })
  }

  async function end(request: FastifyRequest): Promise<Result<EndedAnswer, Code>> {
    const asked = await read(request, endPath, connectionRequest)
    if (!asked.ok) return asked
    const { initiatorKey, body } = asked.value
    const ended = await endPeer(connections, { ...body, initiatorKey })
    return ended.ok || ended.refusal === 'ended' ? accept({ ended: [body.connectionId] }) : ended
  }

  function answer(reply: FastifyReply, result: Result<PeerOrder | EndedAnswer, Code>): FastifyReply {
    void reply.header('cache-control', 'no-store')
    if (result.ok) return reply.send(result.value)
    const code = result.refusal
    const refusal: InitiatorRefusal = { code, message: messages[code], serverTime: clock.now() }
    return reply.code(statusOf[code]).send(refusal)
  }

  return {
    routes(app) {
      takeBodiesAsText(app)
      const options = { bodyLimit: bodyBytesMax }
      app.post(renewPath, options, async (request, reply) => answer(reply, await renew(request)))
      app.post(reportPath, options, async (request, reply) => answer(reply, await report(request)))
      app.post(endPath, options, async (request, reply) => answer(reply, await end(request)))
    },
  }
}
