// A port that nobody listens on just now.

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // it listens on TCP
  probe.close()
  await once(probe, 'close')
  return port
}
