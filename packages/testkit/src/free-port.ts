// A port that nothing listens on just now, for programs that must be told one.

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Free on all of this machine's addresses, when no host is given. */
export async function freePort(host?: string): Promise<number> {
  const server = createServer()
  server.listen({ port: 0, host, exclusive: true })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  server.close()
  await once(server, 'close')
  return port
}

/** The first of `count` neighbouring free ports, for programs that are told a range. */
export async function freePortRange(count: number): Promise<{ first: number; last: number }> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * (40_000 - count))
    if (await areFree(first, count)) return { first, last: first + count - 1 }
  }
  throw new Error(`found no ${count} neighbouring free ports`)
}

async function areFree(first: number, count: number): Promise<boolean> {
  for (let port = first; port < first + count; port += 1) {
    const server = createServer()
    server.listen({ port, exclusive: true })
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (!isFree) return false
  }
  return true
}
