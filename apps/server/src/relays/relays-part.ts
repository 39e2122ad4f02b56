// The relays' edge as a part of the server: the socket they dial, and the workers that watch over them.

import { relayPath } from '@farport/protocol'
import type { WebSocket } from 'ws'
import { Gauge, type Metrics } from '#platform/metrics'
import type { ServerPart } from '../part.ts'
import type { RelaysContext } from './context.ts'
import { RelaySocket } from './relay-socket.ts'

/** Sockets that have not joined. One more is closed at once: it comes back. */
const strangersMax = 64

export function createRelaysPart(context: RelaysContext & { metrics: Metrics }): ServerPart {
  const sockets = new Set<RelaySocket>()
  const joined = () => [...sockets].filter((socket) => socket.isJoined).length
  void new Gauge({
    name: 'farport_relays',
    help: 'Relays that have joined this process',
    registers: [context.metrics],
    collect() {
      this.set(joined())
    },
  })

  function greet(socket: WebSocket): void {
    if (sockets.size - joined() >= strangersMax) return socket.close(1013)
    const served = new RelaySocket(socket, context)
    sockets.add(served)
    socket.once('close', () => sockets.delete(served))
  }

  return {
    routes(app) {
      app.get(relayPath, { websocket: true }, (socket) => greet(socket))
    },
    async close() {
      await Promise.all([...sockets].map((socket) => socket[Symbol.asyncDispose]()))
    },
  }
}
