// A peer: one plain TCP hop through haproxy.

import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptsConnections, createTempDir, eventually, freePort, startProgram } from '@farport/testkit'
import type { Rig } from '../processes.ts'

export async function startHaproxy(servicePort: number): Promise<Rig | undefined> {
  if (spawnSync('haproxy', ['-v']).status !== 0) return undefined
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('haproxy')).path
  const port = await freePort('127.0.0.1')
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration(port, servicePort))
  const program = disposables.use(startProgram({ command: 'haproxy', args: ['-db', '-f', file] }))
  await eventually(() => acceptsConnections(port), { what: `haproxy listens: ${program.output}` })
  const owned = disposables.move()
  return { name: 'haproxy', port, processIds: [program.pid], [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const configuration = (port: number, servicePort: number): string => `
global
  maxconn 4000
defaults
  mode tcp
  timeout connect 10s
  timeout client 1h
  timeout server 1h
listen hop
  bind 127.0.0.1:${port}
  server service 127.0.0.1:${servicePort}
`
