// Relay and agent as they are, in this process and over loopback, ordered by the test control plane.

import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Secret } from '@farport/basics'
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
import pino from 'pino'
import { startAgent, type Agent } from '../../apps/agent/src/agent.ts'
import { register } from '../../apps/agent/src/commands/register.ts'
import { AgentState } from '../../apps/agent/src/state/agent-state.ts'
import type { Limits } from '../../apps/relay/src/limits.ts'
import { startRelay, type Relay } from '../../apps/relay/src/relay.ts'

export interface DataPlane extends AsyncDisposable {
  readonly plane: ControlPlane
  readonly relay: Relay
  readonly stateDir: string
  /** A registered device whose agent runs and is online. */
  addDevice(name?: string): Promise<RunningDevice>
}

/** A device that is registered, and whose agent runs in this process. */
export interface RunningDevice extends AsyncDisposable {
  readonly planned: PlannedDevice
  readonly state: AgentState
  readonly agent: Agent
}

export const silentLog = pino({ level: process.env['FARPORT_TEST_LOG'] ?? 'silent' })

export async function startDataPlane(limits: Partial<Limits> = {}): Promise<DataPlane> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('data-plane'))
  const plane = stack.use(await startControlPlane())
  const relay = stack.use(await startTestRelay(plane, join(folder.path, 'relay'), limits))
  await eventually(() => plane.relays.size === 1, { what: 'the relay has joined' })
  const owned = stack.move()
  return {
    plane,
    relay,
    stateDir: folder.path,
    async addDevice(name = `device-${plane.devices.size}`) {
      return owned.use(await startDevice(plane, join(folder.path, name), name))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Ports that are free, and no names of its own. */
const testLinks = {
  domain: 'localhost',
  httpPort: { port: 0, isWished: true },
  httpsPort: { port: 0, isWished: true },
  acmeDirectory: undefined,
  acmeEmail: undefined,
} as const

export async function startTestRelay(
  plane: ControlPlane,
  stateDir: string,
  limits: Partial<Limits>,
  place: { publicHost: string; bindHost?: string } = { publicHost: '127.0.0.1' },
): Promise<Relay> {
  return await startRelay(
    {
      serverUrl: new URL(plane.url),
      joinSecret: new Secret(plane.joinSecret),
      port: 0,
      publicHost: place.publicHost,
      bindHost: place.bindHost,
      proxyPorts: await freePortRange(20),
      stunPort: 0,
      links: testLinks,
      stateDir,
      metricsPort: undefined,
      logLevel: 'silent',
    },
    { log: silentLog, version: 'test', limits },
  )
}

/** The relay as a program of its own, on a port that stays. */
export async function startRelayProgram(
  plane: ControlPlane,
  settings: { stateDir: string; port: number; proxyPorts: { first: number; last: number } },
): Promise<RunningProgram> {
  const program = startProgram({
    module: fileURLToPath(new URL('../../apps/relay/src/main.ts', import.meta.url)),
    environment: {
      FARPORT_SERVER_URL: plane.url,
      FARPORT_JOIN_SECRET: plane.joinSecret,
      FARPORT_RELAY_PORT: String(settings.port),
      FARPORT_PROXY_PORTS: `${settings.proxyPorts.first}-${settings.proxyPorts.last}`,
      FARPORT_STATE_DIR: settings.stateDir,
    },
  })
  await program.message((message) => (JSON.stringify(message).includes('"ready"') ? true : undefined))
  return program
}

/** The agent as a program of its own. */
export async function startAgentProgram(
  plane: ControlPlane,
  settings: { stateDir: string; code: string },
): Promise<RunningProgram> {
  const program = startProgram({
    module: fileURLToPath(new URL('../../apps/agent/src/main.ts', import.meta.url)),
    args: ['run'],
    environment: {
      FARPORT_SERVER_URL: plane.url,
      FARPORT_STATE_DIR: settings.stateDir,
      FARPORT_REGISTRATION_CODE: settings.code,
    },
  })
  await program.message((message) => (JSON.stringify(message).includes('"ready"') ? true : undefined))
  return program
}

export async function startDevice(plane: ControlPlane, stateDir: string, name: string): Promise<RunningDevice> {
  const planned = plane.planDevice(name)
  const state = new AgentState(stateDir)
  const enrolment = await register({
    state,
    serverUrl: new URL(plane.url),
    code: planned.code,
    version: 'test',
    now: Date.now,
  })
  const agent = await startAgent(state, enrolment, { log: silentLog, version: 'test' })
  await eventually(() => plane.isOnline(planned), { what: `${name} is online` })
  return { planned, state, agent, [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose]() }
}

export interface Client extends Disposable {
  readonly socket: Socket
  readonly received: Buffer
  /** Why it is over: `end` in order, `cut` by a reset or an error. Undefined while it is open. */
  readonly over: 'end' | 'cut' | undefined
  say(text: string): void
  /** Resolves when exactly this came back since the last time. */
  hears(text: string): Promise<void>
}

export function dial(port: number, localAddress = '127.0.0.1'): Client {
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
  let received = Buffer.alloc(0)
  let over: Client['over']
  socket.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  socket.on('end', () => (over ??= 'end'))
  socket.on('error', () => (over ??= 'cut'))
  socket.on('close', () => (over ??= 'cut'))
  return {
    socket,
    get received() {
      return received
    },
    get over() {
      return over
    },
    say: (text) => void socket.write(text),
    async hears(text) {
      await eventually(() => over !== undefined || received.toString().startsWith(text), {
        what: `"${text}" comes back`,
      })
      if (!received.toString().startsWith(text)) throw new Error(`"${text}" did not come back before the end`)
      received = received.subarray(Buffer.byteLength(text))
    },
    [Symbol.dispose]: () => socket.destroy(),
  }
}
