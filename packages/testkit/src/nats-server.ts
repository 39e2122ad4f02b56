// Debian's nats-server on a free port of this machine.

import { acceptsConnections } from './accepts-connections.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './start-program.ts'

export interface NatsServer extends AsyncDisposable {
  readonly url: string
  /** At once, as when its machine dies. */
  kill(): Promise<void>
  /** Once more, at the same address. */
  startAgain(): Promise<void>
}

export async function startNatsServer(words: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort('127.0.0.1')

  async function start() {
    const started = startProgram({
      command: '/usr/sbin/nats-server',
      args: ['--addr', '127.0.0.1', '--port', String(port), ...words],
    })
    await started.printed('Server is ready')
    await eventually(() => acceptsConnections(port), { what: 'NATS accepts connections' })
    return started
  }

  let program = await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    async kill() {
      program.signal('SIGKILL')
      await program.exit
    },
    async startAgain() {
      program = await start()
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}
