// Listening on the first port of a list that is free.

import { createServer, type Server } from 'node:net'

/** Undefined when none is. */
export async function listenOnOne(
  ports: readonly number[],
  host: string | undefined,
): Promise<{ server: Server; port: number } | undefined> {
  for (const port of ports) {
    const server = createServer({
      allowHalfOpen: true,
      noDelay: true,
      pauseOnConnect: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    })
    if (await tryListen(server, port, host)) return { server, port }
  }
  return undefined
}

function tryListen(server: Server, port: number, host: string | undefined): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // Later ones mean mostly too many open files: the socket is lost, and the next one is tried again.
  server.on('error', () => resolve(false))
  server.listen({ port, host, backlog: 1024 }, () => resolve(true))
  return promise
}
