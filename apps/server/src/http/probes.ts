// For those who watch the server: is it alive, does it serve, what are its figures.

import { timingSafeEqual, createHash } from 'node:crypto'
import type { Secret } from '@farport/basics'
import { isLoopback } from '@farport/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '#platform/metrics'

export interface ProbeOptions {
  /** What is missing for serving, in a few words; empty when nothing is. */
  missing(): Promise<readonly string[]>
  metrics: Metrics
  /** Lets others than this machine read the figures. */
  metricsToken: Secret | undefined
}

export function addProbes(app: FastifyInstance, { missing, metrics, metricsToken }: ProbeOptions): void {
  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    const list = await missing()
    const isReady = list.length === 0
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', missing: list })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken))
      return reply.code(403).send({ code: 'FORBIDDEN', message: 'Not for you.' })
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

function mayReadMetrics(request: FastifyRequest, token: Secret | undefined): boolean {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined) return isSame(given, token.reveal())
  // An X-Forwarded-For that was not believed means that a proxy on this machine speaks for somebody else.
  const isForwarded = request.headers['x-forwarded-for'] !== undefined && request.ips === undefined
  return !isForwarded && isLoopback(request.ip)
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
