// POST /graphql/v1: one question, one answer, JSON both ways. Clients of pre-release builds know it as /graphql/beta.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../access/index.ts'
import { keepRawBodies } from '../http/raw-body.ts'
import { clientWarning, clientWarningHeader } from './client-version.ts'
import type { AccountLoader, Context, Viewer } from './context.ts'
import { bearerToken, type Credentials } from './credentials.ts'
import type { Answer, GraphqlEngine } from './engine.ts'
import { withCode } from './errors.ts'
import { createKnownBearers, type KnownBearers } from './known-bearers.ts'

const paths = ['/graphql/v1', '/graphql/beta']
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
  loadActor(viewer: Viewer): Promise<Actor>
  /** Clients below it are told to update. */
  clientVersionMin: string | undefined
}

/** In a scope of its own, which keeps bodies as they came: a signature may cover them. */
export async function addGraphqlEndpoint(app: FastifyInstance, options: EndpointOptions): Promise<void> {
  const bearers = createKnownBearers<Viewer>()
  await app.register(async (scope) => {
    keepRawBodies(scope)
    for (const path of paths) {
      scope.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
        const warning = clientWarning(request.headers['user-agent'], options.clientVersionMin)
        if (warning !== undefined) void reply.header(clientWarningHeader, warning)
        void reply.header('cache-control', 'no-store')
        return answer(request, reply, { ...options, bearers })
      })
    }
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  options: EndpointOptions & { bearers: KnownBearers<Viewer> },
): Promise<unknown> {
  const { engine, createAccountLoader } = options
  const question = questionBody.safeParse(request.body)
  if (!question.success)
    return reply.send(refusal({ code: 'INVALID', message: 'The body is a JSON object with a query.' }))
  const found = await whoAsks(request, options)
  if (!found.ok) {
    const isForbidden = found.refusal.code === 'FORBIDDEN'
    return sendWithStatus(reply, refusal(found.refusal), isForbidden ? 403 : 200)
  }
  const { viewer, actor } = found.value
  const accounts = createAccountLoader()
  const context = { viewer, actor, accounts, shared: new Map(), source: request.ip, event: undefined }
  return sendWithStatus(reply, await engine.run(question.data, context), 200)
}

async function whoAsks(
  request: FastifyRequest,
  { credentials, loadActor, bearers }: EndpointOptions & { bearers: KnownBearers<Viewer> },
): Promise<Result<Pick<Context, 'viewer' | 'actor'>, Refusal>> {
  // A signature is another one each time.
  const shown = bearerToken(request.headers) ?? request.headers.cookie
  const known = bearers.of(shown)
  const [found, early] = await Promise.all([credentials.viewerOf(request), known && loadActor(known)])
  if (!found.ok) return found
  const viewer = found.value
  if (viewer === undefined) return accept({ viewer, actor: undefined })
  bearers.remember(shown, viewer)
  const isSame = early?.userId === viewer.accountId && early.isOperator === viewer.isOperator
  return accept({ viewer, actor: isSame ? early : await loadActor(viewer) })
}

/** Clients of old read the status: 401 makes them sign in again, 429 makes them wait. */
function sendWithStatus(reply: FastifyReply, body: Answer, usual: number): unknown {
  const errors = body.errors ?? []
  if (withCode(errors, 'UNAUTHENTICATED') !== undefined) return reply.code(401).send(body)
  const throttled = withCode(errors, 'THROTTLED')
  if (throttled === undefined) return reply.code(usual).send(body)
  const seconds = throttled.extensions?.['retryAfterSeconds']
  if (typeof seconds === 'number') void reply.header('retry-after', seconds)
  return reply.code(429).send(body)
}

function refusal({ message, ...extensions }: Refusal): Answer {
  return { errors: [{ message, extensions: { ...extensions } }] }
}
