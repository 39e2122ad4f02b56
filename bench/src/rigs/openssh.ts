// A peer: `ssh -L` to an OpenSSH server of this machine, both with their default cipher.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { acceptsConnections, eventually, freePort, startOpensshServer, startProgram } from '@farport/testkit'
import type { Rig } from '../processes.ts'

export async function startOpenssh(servicePort: number): Promise<Rig | undefined> {
  if (spawnSync('/usr/sbin/sshd', ['-T', '-f', '/dev/null']).error !== undefined) return undefined
  await using disposables = new AsyncDisposableStack()
  const server = disposables.use(await startOpensshServer())
  const port = await freePort('127.0.0.1')
  const options = {
    StrictHostKeyChecking: 'no',
    UserKnownHostsFile: '/dev/null',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    BatchMode: 'yes',
    LogLevel: 'ERROR',
    ExitOnForwardFailure: 'yes',
  }
  const client = disposables.use(
    startProgram({
      command: 'ssh',
      args: [
        '-F',
        'none',
        '-N',
        '-i',
        server.clientKey,
        '-p',
        String(server.port),
        '-L',
        `127.0.0.1:${port}:127.0.0.1:${servicePort}`,
        ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
        `${userInfo().username}@${server.host}`,
      ],
    }),
  )
  await eventually(() => acceptsConnections(port), { what: `ssh -L listens: ${client.output}` })
  const serverId = Number(readFileSync(join(server.folder, 'sshd.pid'), 'latin1'))
  const owned = disposables.move()
  return { name: 'ssh -L', port, processIds: [client.pid, serverId], [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
