// Ourselves: the real relay and agent programs, a proxy port, and TLS between the two. In the server's place stands the
// testkit's control plane, which has nothing to do while bytes flow.

import { join } from 'node:path'
import type { ServiceOrder } from '@farport/protocol'
import {
  createTempDir,
  eventually,
  freePortRange,
  startControlPlane,
  startProgram,
  type ControlPlane,
  type PlannedDevice,
  type RunningProgram,
} from '@farport/testkit'
import type { Rig } from '../processes.ts'

export async function startFarport(servicePort: number): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const { plane, device, service, processIds } = disposables.use(await startDevice({ servicePort }))
  const proxy = await plane.openProxy(device, service)
  const owned = disposables.move()
  return { name: 'farport', port: proxy.port, processIds, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** A device that is online, with the one service. */
export interface DeviceRig extends AsyncDisposable {
  readonly plane: ControlPlane
  readonly device: PlannedDevice
  readonly service: ServiceOrder
  /** The relay's and the agent's. */
  readonly processIds: readonly number[]
}

export interface DeviceOptions {
  readonly servicePort: number
  /** Where the relay and what stands in the server's place are reached. Absent: 127.0.0.1. */
  readonly host?: string
  readonly relayEnvironment?: Readonly<Record<string, string>>
  /** Where the agent runs, as startProgram's `inside`. */
  readonly agentInside?: readonly string[]
}

export async function startDevice({
  servicePort,
  host = '127.0.0.1',
  relayEnvironment,
  agentInside,
}: DeviceOptions): Promise<DeviceRig> {
  await using disposables = new AsyncDisposableStack()
  const folder = disposables.use(await createTempDir('bench')).path
  const plane = disposables.use(await startControlPlane({ ticketMs: 3_600_000, host }))
  const relay = disposables.use(
    await startRelayProgram(plane, join(folder, 'relay'), {
      FARPORT_RELAY_HOST: host,
      FARPORT_RELAY_BIND: host,
      ...relayEnvironment,
    }),
  )
  const device = plane.planDevice('bench')
  const agent = disposables.use(
    startProgram({
      module: modulePath('agent'),
      args: ['run'],
      ...(agentInside && { inside: agentInside }),
      environment: {
        FARPORT_SERVER_URL: plane.url,
        FARPORT_STATE_DIR: join(folder, 'agent'),
        FARPORT_REGISTRATION_CODE: device.code,
        FARPORT_LOG_LEVEL: 'warn',
      },
    }),
  )
  await eventually(() => plane.isOnline(device), { timeoutMs: 30_000, what: `the agent is online: ${agent.output}` })
  const service = plane.addService(device, { port: servicePort })
  const owned = disposables.move()
  return {
    plane,
    device,
    service,
    processIds: [relay.pid, agent.pid],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The relay as a program, joined. */
export async function startRelayProgram(
  plane: ControlPlane,
  stateDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const relay = await launchRelay(plane, stateDir, environment)
  await eventually(() => plane.relays.size > 0, { timeoutMs: 30_000, what: `the relay has joined: ${relay.output}` })
  return relay
}

/** The relay as a program, which may not have joined yet. */
export async function launchRelay(
  server: { readonly url: string; readonly joinSecret: string },
  stateDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const ports = await freePortRange(3)
  return startProgram({
    module: modulePath('relay'),
    environment: {
      FARPORT_SERVER_URL: server.url,
      FARPORT_JOIN_SECRET: server.joinSecret,
      FARPORT_RELAY_PORT: '0',
      FARPORT_RELAY_BIND: '127.0.0.1',
      FARPORT_PROXY_PORTS: `${ports.first}-${ports.last}`,
      FARPORT_LINKS_HTTP_PORT: '0',
      FARPORT_LINKS_HTTPS_PORT: '0',
      FARPORT_STATE_DIR: stateDir,
      FARPORT_LOG_LEVEL: 'warn',
      ...environment,
    },
  })
}

export const modulePath = (app: 'relay' | 'agent'): string =>
  new URL(`../../../apps/${app}/src/main.ts`, import.meta.url).pathname
