// Ourselves from agent to agent: the real initiator, relay and agent programs. TLS runs between the two agents, and the
// relay only splices.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { localAnswer, localSocketPath, type LocalAnswer, type LocalRequest } from '@farport/protocol'
import { createTempDir, startProgram } from '@farport/testkit'
import type { Rig } from '../processes.ts'
import { modulePath, startDevice } from './farport.ts'

export async function startAgentToAgent(servicePort: number): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const { plane, device, service, processIds } = disposables.use(await startDevice(servicePort))
  const folder = disposables.use(await createTempDir('bench-initiator')).path
  const initiator = disposables.use(
    startProgram({
      module: modulePath('agent'),
      args: ['initiate', '--keep'],
      environment: { FARPORT_STATE_DIR: folder, FARPORT_LOG_LEVEL: 'warn' },
    }),
  )
  await initiator.message((message) => message !== undefined || undefined, 30_000)
  const control = disposables.use(await openControl(localSocketPath(folder, process.platform)))
  const greeting = await control.ask({ type: 'hello' })
  if (greeting.type !== 'hello') throw new Error('the initiator did not say who it is')
  const order = plane.orderPeer(device, service, greeting.publicKey, { route: 'proxy' })
  const opened = await control.ask({ type: 'open', serverUrl: plane.url, order, isHeld: true })
  if (opened.type !== 'connection') throw new Error(`no connection: ${JSON.stringify(opened)}`)
  const owned = disposables.move()
  return {
    name: 'agent to agent',
    port: opened.connection.port,
    processIds: [...processIds, initiator.pid],
    relayIds: processIds.slice(0, 1),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never

interface Control extends Disposable {
  ask(request: Unnumbered<LocalRequest>): Promise<LocalAnswer>
}

/** One request at a time. */
async function openControl(path: string): Promise<Control> {
  const socket: Socket = connect(path)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  let id = 0
  return {
    async ask(request) {
      id += 1
      socket.write(`${JSON.stringify({ ...request, id })}\n`)
      const { value } = await lines.next()
      return localAnswer.parse(JSON.parse(String(value)))
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
