// Links over plain TCP: for what is secret by other means, or for tests.

import { createServer, connect as connectSocket, type AddressInfo, type Server, type Socket } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import type { Link, LinkRefusal, Listener, Place, Transport } from './link.ts'
import { createSocketLink } from './socket-link.ts'
import { unpaceLocal } from './unpace-local.ts'

/** A connection that is not there by then will not come. */
const connectTimeoutMs = 10_000

export function createTcpTransport(): Transport {
  return {
    listen: (place, onLink) => listenForSockets(place, (socket) => onLink(tcpLink(socket))),
    async connect(place) {
      const socket = await connectTcp(place)
      return socket.ok ? accept(tcpLink(socket.value)) : socket
    },
  }
}

/** The link over a connected socket, which belongs to it from now on. */
export function tcpLink(socket: Socket): Link {
  return createSocketLink(socket, { kind: 'tcp', remoteAddress: socket.remoteAddress ?? '' })
}

/** A connected socket that can be half-closed. */
export function connectTcp(place: Place, timeoutMs = connectTimeoutMs): Promise<Result<Socket, LinkRefusal>> {
  const { host, port, localAddress } = place
  return new Promise((resolve) => {
    const socket = connectSocket({ host, port, localAddress, allowHalfOpen: true, noDelay: true })
    const settle = (result: Result<Socket, LinkRefusal>): void => {
      clearTimeout(timer)
      socket.off('connect', onConnect).off('error', onError)
      if (!result.ok) socket.on('error', () => undefined).destroy() // the refusal has said it
      resolve(result)
    }
    const onConnect = (): void => {
      unpaceLocal(socket)
      settle(accept(socket))
    }
    const onError = (error: NodeJS.ErrnoException): void => settle(refuse(unreachable(error)))
    const timer = setTimeout(
      () => settle(refuse({ code: 'timeout', message: `no answer from ${host}:${port} in ${timeoutMs} ms` })),
      timeoutMs,
    )
    socket.on('connect', onConnect).on('error', onError)
  })
}

/** When all addresses of a name have failed, the error of all has a code, and only those of each a message. */
function unreachable(error: NodeJS.ErrnoException): LinkRefusal {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  const message = first instanceof Error ? first.message : error.message
  return { code: 'unreachable', message, ...(error.code !== undefined && { systemCode: error.code }) }
}

/** Sockets that can be half-closed, not yet read from. */
export async function listenForSockets({ host, port }: Place, onSocket: (socket: Socket) => void): Promise<Listener> {
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    unpaceLocal(socket)
    onSocket(socket)
  })
  await listening(server, { host, port })
  const { port: boundPort } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    place: { host, port: boundPort },
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

function listening(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
