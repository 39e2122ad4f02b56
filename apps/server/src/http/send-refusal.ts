// Refusals as REST calls answer them: the status that fits the code, and the sentence.

import type { Refusal } from '@farport/contract'
import type { FastifyReply } from 'fastify'

const statuses: Record<Refusal['code'], number> = {
  UNAUTHENTICATED: 401,
  PROOF_NEEDED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  OFFLINE: 409,
  LIMIT_EXCEEDED: 409,
  THROTTLED: 429,
  UNAVAILABLE: 503,
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  return reply.code(statuses[refusal.code]).send({ ...refusal })
}
