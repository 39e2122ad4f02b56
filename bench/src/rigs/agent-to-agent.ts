// Ourselves from agent to agent: the real initiator, relay and agent programs. TLS runs between the two agents, and a
// relay only splices; on a direct path nothing stands between them.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import {
  localAnswer,
  localSocketPath,
  type LocalAnswer,
  type LocalConnection,
  type LocalRequest,
  type PathKind,
  type ServiceOrder,
} from '@farport/protocol'
import { createTempDir, eventually, startProgram } from '@farport/testkit'
import type { Rig } from '../processes.ts'
import { modulePath, startDevice, type DeviceOptions, type DeviceRig } from './farport.ts'

/** One service of the device, by a local port of the initiator. */
export async function startAgentToAgent(servicePort: number, path: PathKind = 'relay'): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const pair = disposables.use(await startPair({ servicePort }))
  const { port } = await pair.open(pair.service, { path })
  const owned = disposables.move()
  return {
    name: path === 'relay' ? 'agent to agent' : `agent to agent, ${path}`,
    port,
    processIds: pair.processIds,
    relayIds: pair.processIds.slice(0, 1),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export interface PairOptions extends DeviceOptions {
  /** Where the initiator runs, as startProgram's `inside`. */
  readonly initiatorInside?: readonly string[]
}

/** A device that is online, and an initiator. */
export interface PairRig extends DeviceRig {
  /** The relay's, the agent's and the initiator's. */
  readonly processIds: readonly number[]
  /** Binds a local port, and waits until this path carries. */
  open(service: ServiceOrder, options: { path: PathKind; port?: number }): Promise<LocalConnection>
}

/** A search for a direct path takes a round, and the one before it may have just begun. */
const pathTimeoutMs = 60_000

export async function startPair(options: PairOptions): Promise<PairRig> {
  await using disposables = new AsyncDisposableStack()
  const device = disposables.use(await startDevice(options))
  const folder = disposables.use(await createTempDir('bench-initiator')).path
  const initiator = disposables.use(
    startProgram({
      module: modulePath('agent'),
      args: ['initiate', '--keep'],
      ...(options.initiatorInside && { inside: options.initiatorInside }),
      environment: { FARPORT_STATE_DIR: folder, FARPORT_LOG_LEVEL: 'warn' },
    }),
  )
  await initiator.message((message) => message !== undefined || undefined, 30_000)
  const control = disposables.use(await openControl(localSocketPath(folder, process.platform)))
  const greeting = await control.ask({ type: 'hello' })
  if (greeting.type !== 'hello') throw new Error('the initiator did not say who it is')

  const open: PairRig['open'] = async (service, { path, port }) => {
    const { plane } = device
    const route = path === 'relay' ? 'proxy' : 'failover'
    const order = plane.orderPeer(device.device, service, greeting.publicKey, { route })
    const at = port === undefined ? {} : { port }
    const opened = await control.ask({ type: 'open', serverUrl: plane.url, order, isHeld: true, ...at })
    if (opened.type !== 'connection') throw new Error(`no connection: ${JSON.stringify(opened)}`)
    const { connectionId } = opened.connection
    const shown = await eventually(
      async () => {
        await control.ask({ type: 'check', connectionId })
        const answer = await control.ask({ type: 'list' })
        const connections = answer.type === 'connections' ? answer.connections : []
        return connections.find((each) => each.connectionId === connectionId && each.path?.kind === path)
      },
      { timeoutMs: pathTimeoutMs, what: `a path by ${path}: ${initiator.output}` },
    )
    return shown
  }

  const owned = disposables.move()
  return {
    ...device,
    processIds: [...device.processIds, initiator.pid],
    open,
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
