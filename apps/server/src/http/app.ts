// The HTTP side: one Fastify application for the API, the sockets, the portal's files and the probes.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify'
import type { Log } from '#platform/log'
import { Histogram, type Metrics } from '#platform/metrics'
import { addSecurityHeaders } from './security-headers.ts'

export interface HttpOptions {
  log: Log
  metrics: Metrics
  publicUrl: string
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
}

const bodyBytesMax = 256_000
/** The longest message on any of our sockets: the relays'. */
const socketMessageBytesMax = 1_048_576
const requestMsMax = 60_000
const drainMsMax = 3000
const socketCloseMsMax = 1000
const serviceRestartCode = 1012

export async function createHttpApp({
  log,
  metrics,
  publicUrl,
  trustedProxies,
}: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: asBaseLogger(log),
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMsMax,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false },
  })
  app.removeContentTypeParser('text/plain')
  addSecurityHeaders(app, publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  const seconds = requestSeconds(metrics)
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    const path = url.split('?', 1)[0] // queries may carry tokens
    request.log.debug({ method, path, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
  app.setErrorHandler((error: FastifyError, request, reply) => presentFault(error, request.log, reply))
  await app.register(websocket, {
    options: { maxPayload: socketMessageBytesMax, perMessageDeflate: false },
    preClose: () => closeSockets(app),
  })
  return app
}

function requestSeconds(metrics: Metrics): Histogram<'method' | 'route' | 'status'> {
  return new Histogram({
    name: 'farport_http_request_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [metrics],
  })
}

/** Otherwise Fastify carries pino's own type through all its generics. */
function asBaseLogger(log: Log): FastifyBaseLogger {
  return log
}

/** Tells the other ends that we come back, and cuts off those that do not listen. */
async function closeSockets(app: FastifyInstance): Promise<void> {
  const server = app.websocketServer
  for (const socket of server.clients) socket.close(serviceRestartCode, 'the server restarts')
  const deadlineMs = performance.now() + socketCloseMsMax
  while (server.clients.size > 0 && performance.now() < deadlineMs) await wait(10)
  for (const socket of server.clients) socket.terminate()
}

/** Lets what was asked be answered, for a while, then closes what is left. */
export async function closeHttpApp(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), drainMsMax)
  try {
    await app.close()
  } finally {
    clearTimeout(deadline)
  }
}

interface Answering {
  code(status: number): { send(body: unknown): unknown }
}

/** Fastify's own refusals (too large, not JSON …) keep their words; a fault is logged and named by a reference. */
function presentFault(error: FastifyError, log: FastifyBaseLogger, reply: Answering): unknown {
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return reply.code(status).send({ code: error.code, message: error.message })
  const reference = randomUUID().slice(0, 8)
  log.error({ err: error, reference }, 'a request failed')
  return reply.code(500).send({
    code: 'FAULT',
    message: `Something went wrong on our side. Please try again; if it stays so, mention ${reference}.`,
  })
}
