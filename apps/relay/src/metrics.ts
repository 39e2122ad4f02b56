// What the relay counts, for Prometheus, on a port of its own.

import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

export interface Load {
  agents: number
  /** Those of them that no stream gets to. */
  blocked: number
  proxies: number
  streams: number
  sessions: number
  initiators: number
  pairs: number
  /** Sockets that have not become a tunnel or a work connection yet. */
  waiting: number
  isJoined: boolean
}

export interface Metrics {
  readonly registry: Registry
  refused: (reason: string) => void
  closed: (bytes: { tx: number; rx: number }) => void
  pairClosed: (bytes: { sent: number; received: number }) => void
}

export function createMetrics(load: () => Load): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: (load: Load) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read(load()))
      },
    })
  gauge('farport_relay_agents', 'Agents with a tunnel here.', (now) => now.agents)
  gauge('farport_relay_blocked_agents', 'Agents with a tunnel here that no stream gets to.', (now) => now.blocked)
  gauge('farport_relay_proxies', 'Open proxy ports.', (now) => now.proxies)
  gauge('farport_relay_streams', 'Streams through proxy ports.', (now) => now.streams)
  gauge('farport_relay_sessions', 'Sessions to agents.', (now) => now.sessions)
  gauge('farport_relay_initiators', 'Initiators with a channel here.', (now) => now.initiators)
  gauge('farport_relay_pairs', 'Pairs of an initiator and an agent.', (now) => now.pairs)
  gauge(
    'farport_relay_waiting_sockets',
    'Sockets that are not a tunnel or a work connection yet.',
    (now) => now.waiting,
  )
  gauge('farport_relay_joined', '1 while the server is there.', (now) => (now.isJoined ? 1 : 0))
  const refusals = new Counter({
    name: 'farport_relay_refused_streams_total',
    help: 'Sockets at proxy ports that were closed without a stream.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const bytes = new Counter({
    name: 'farport_relay_bytes_total',
    help: 'Payload of proxies that are over.',
    labelNames: ['direction'],
    registers: [registry],
  })
  const pairBytes = new Counter({
    name: 'farport_relay_pair_bytes_total',
    help: 'Bytes of pairs that are over, encrypted as they are.',
    labelNames: ['direction'],
    registers: [registry],
  })
  return {
    registry,
    refused: (reason) => refusals.inc({ reason }),
    closed({ tx, rx }) {
      bytes.inc({ direction: 'to-device' }, tx)
      bytes.inc({ direction: 'from-device' }, rx)
    },
    pairClosed({ sent, received }) {
      pairBytes.inc({ direction: 'to-device' }, sent)
      pairBytes.inc({ direction: 'from-device' }, received)
    },
  }
}

/** Serves /metrics and /healthz to this machine only. */
export async function serveMetrics(registry: Registry, port: number): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((request, response) => {
    void answer(registry, request.url ?? '').then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}

async function answer(registry: Registry, url: string): Promise<{ status: number; type: string; body: string }> {
  if (url === '/metrics') return { status: 200, type: registry.contentType, body: await registry.metrics() }
  if (url === '/healthz') return { status: 200, type: 'text/plain', body: 'ok\n' }
  return { status: 404, type: 'text/plain', body: 'not found\n' }
}
