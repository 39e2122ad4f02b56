// A box on an agent's way that lets TLS through and nothing else: the tunnel lives, work connections do not.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TunnelOnlyProxy extends AsyncDisposable {
  /** Lets everything through, or only TLS again. What is open stays. */
  opens: 'tls' | 'all'
}

const tlsHandshakeRecord = 0x16

/** Listens at `host`, on the port that it leads to at 127.0.0.1. */
export async function startTunnelOnlyProxy(host: string, port: number): Promise<TunnelOnlyProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const proxy: Omit<TunnelOnlyProxy, keyof AsyncDisposable> = { opens: 'tls' }
  const server = createServer((inner) => {
    keep(inner)
    inner.once('data', (first) => {
      // Swallowed, as such boxes do: no answer, and no refusal either.
      if (proxy.opens === 'tls' && first[0] !== tlsHandshakeRecord) return
      const outer = connect({ host: '127.0.0.1', port })
      keep(outer)
      outer.write(first)
      inner.pipe(outer).pipe(inner)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return Object.assign(proxy, {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}
