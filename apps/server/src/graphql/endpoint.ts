// POST /graphql/v1: one question, one answer, JSON both ways.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AccountLoader } from './context.ts'
import type { Credentials } from './credentials.ts'
import type { Answer, GraphqlEngine } from './engine.ts'
import { hasCode } from './errors.ts'

export const graphqlPath = '/graphql/v1'
const bodyBytesMax = 512_000

const questionBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

export interface EndpointOptions {
  engine: GraphqlEngine
  credentials: Credentials
  createAccountLoader(): AccountLoader
}

export function addGraphqlEndpoint(app: FastifyInstance, options: EndpointOptions): void {
  app.post(graphqlPath, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    const answer = await answerTo(request, options)
    void reply.header('cache-control', 'no-store')
    return reply.code(hasCode(answer.errors ?? [], 'UNAUTHENTICATED') ? 401 : 200).send(answer)
  })
}

async function answerTo(request: FastifyRequest, options: EndpointOptions): Promise<Answer> {
  const { engine, credentials, createAccountLoader } = options
  const question = questionBody.safeParse(request.body)
  if (!question.success) return refusal('INVALID', 'The body is a JSON object with a query.')
  const found = await credentials.viewerOf(request)
  if (found.kind === 'refused') return refusal(found.refusal.code, found.refusal.message)
  return engine.run(question.data, { viewer: found.viewer, accounts: createAccountLoader(), event: undefined })
}

function refusal(code: string, message: string): Answer {
  return { errors: [{ message, extensions: { code } }] }
}
