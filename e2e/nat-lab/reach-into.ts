// A port of this machine that leads to a port inside a namespace: tests speak to servers there as if they stood here.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createTempDir } from '@farport/testkit'
import type { Namespace } from './namespaces.ts'
import { startLabProgram } from './programs.ts'

export interface ReachedPort extends AsyncDisposable {
  readonly url: string
}

export async function reachInto(namespace: Namespace, port: number): Promise<ReachedPort> {
  await using stack = new AsyncDisposableStack()
  const path = join(stack.use(await createTempDir('gateway')).path, 'socket')
  stack.use(await startLabProgram(namespace, './gateway.ts', [path, String(port)]))
  const sockets = new Set<Socket>()
  const server = createServer((outer) => {
    sockets.add(outer.on('close', () => sockets.delete(outer)))
    // Either end may break off at any time; then the other is over, too.
    pipeline(outer, connect(path), outer, () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port: reached } = server.address() as AddressInfo // a server that listens has one
  const owned = stack.move()
  return { url: `http://127.0.0.1:${reached}`, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
