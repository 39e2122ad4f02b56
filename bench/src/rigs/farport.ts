// Ourselves: the relay and agent programs, a proxy port, and TLS between the two.

import { startReady, type Rig } from '../processes.ts'

export async function startFarport(servicePort: number): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const program = new URL('pair-end.ts', import.meta.url)
  const agent = disposables.use(await startReady(program, ['agent', String(servicePort)]))
  const relay = disposables.use(await startReady(program, ['relay', String(agent.port)]))
  const owned = disposables.move()
  return {
    name: 'farport',
    port: relay.port,
    processIds: [relay.pid, agent.pid],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
