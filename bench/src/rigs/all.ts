// The service, and every way to it that this machine has.

import { startReady, type Rig } from '../processes.ts'
import { startHaproxy } from './haproxy.ts'
import { startOpenssh } from './openssh.ts'

export interface Rigs extends AsyncDisposable {
  readonly direct: Rig
  readonly farport: Rig
  /** Undefined when it is not installed. */
  readonly haproxy: Rig | undefined
  readonly openssh: Rig | undefined
  readonly peers: readonly Rig[]
  readonly all: readonly Rig[]
}

/** `start` is ours among them. */
export async function startRigs(start: (servicePort: number) => Promise<Rig>): Promise<Rigs> {
  await using disposables = new AsyncDisposableStack()
  const service = disposables.use(await startReady(new URL('../load/service.ts', import.meta.url)))
  const direct: Rig = { name: 'direct', port: service.port, processIds: [], async [Symbol.asyncDispose]() {} }
  const farport = disposables.use(await start(service.port))
  const haproxy = disposables.use(await startHaproxy(service.port))
  const openssh = disposables.use(await startOpenssh(service.port))
  const peers = [haproxy, openssh].filter((rig) => rig !== undefined)
  const all = [direct, ...peers, farport]
  const owned = disposables.move()
  return { direct, farport, haproxy, openssh, peers, all, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Says which peers are missing here, and under which name they would be found. */
export function nameLeftOut(rigs: Rigs): void {
  const missing = [rigs.haproxy ? [] : ['haproxy'], rigs.openssh ? [] : ['ssh -L (openssh-server)']].flat()
  for (const name of missing) process.stdout.write(`left out, not installed: ${name}\n`)
}
