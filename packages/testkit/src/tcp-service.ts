// A TCP service for tests, on a port of its own.

import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface TcpService extends AsyncDisposable {
  readonly port: number
  /** Those that are open. They are closed with it. */
  readonly sockets: ReadonlySet<Socket>
}

export async function startTcpService(onSocket: (socket: Socket) => void): Promise<TcpService> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Gives back what it gets. */
export const startEcho = (): Promise<TcpService> =>
  startTcpService((socket) => {
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
