// Ten thousand agents come back at once: after their relay was killed and started anew, and after the server was killed
// and started anew. Server, relay and PostgreSQL are the real ones; over is a storm when the server's database has every
// device back. The agents are the program's own tunnel keepers, all in this process, each at an address of its own: they
// share the machine, and their half of each handshake is a part of the time.

import { join } from 'node:path'
import type { RelayPlace } from '@farport/protocol'
import { createTempDir, eventually, freePort, type RunningProgram } from '@farport/testkit'
import { startAgents, type Agents } from './load/agents.ts'
import { addDevices, newId } from './load/fleet.ts'
import { cpuSeconds, residentBytes } from './processes.ts'
import { launchRelay } from './rigs/farport.ts'
import { startServerRig, type ServerRig } from './rigs/server.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const secondsAllowed = 30
/** Ten thousand agents, just arrived, in 1 GB. */
const kilobytesAllowed = 100
/** So long the relay, or the server, is gone: agents have tried in vain by then, and wait. */
const goneMs = 3000
const timeoutMs = 120_000

interface Storm {
  readonly name: string
  readonly seconds: number
  /** Of the relay, at the most. */
  readonly residentBytes: number
  /** Milliseconds for each agent. */
  readonly cpu: Readonly<Record<'relay' | 'server' | 'agents', number>>
}

interface Scene {
  readonly server: ServerRig
  readonly relay: RunningProgram
  readonly agents: Agents
  readonly count: number
}

export async function run(): Promise<void> {
  const count = setting('FARPORT_BENCH_AGENTS', 10_000)
  await using folder = await createTempDir('bench-storm')
  await using server = await startServerRig()
  const stateDir = join(folder.path, 'relay')
  const environment = { FARPORT_RELAY_PORT: String(await freePort()) }
  await using relay = await launchRelay(server, stateDir, environment)
  const place = await eventually(() => relayPlace(server), { timeoutMs, what: 'the relay has joined' })

  const devices = await addDevices(server.database, newId('a'), count)
  const enrolment = { ticketKey: server.ticketKey, device: () => taken(devices.pop()) }
  const beganAtMs = Date.now()
  await using agents = await startAgents(enrolment, place, count)
  await eventually(async () => (await backSince(server, beganAtMs)) === count, { timeoutMs, what: 'all are known' })

  relay.signal('SIGKILL')
  await relay.exit
  await eventually(() => agents.online === 0, { timeoutMs, what: 'all have noticed' })
  await new Promise((resolve) => setTimeout(resolve, goneMs))
  const relayStartsAtMs = Date.now()
  await using relayAgain = await launchRelay(server, stateDir, environment)
  const scene = { server, relay: relayAgain, agents, count }
  const storms = [await storm('relay killed', scene, relayStartsAtMs)]

  const { arrivals } = agents
  await server.kill()
  await new Promise((resolve) => setTimeout(resolve, goneMs))
  const serverStartsAtMs = Date.now()
  await server.startAgain()
  storms.push(await storm('server killed', scene, serverStartsAtMs))
  stayed(agents, arrivals)
  report(count, storms)
}

function taken<Device>(device: Device | undefined): Device {
  if (device === undefined) throw new Error('there are as many devices as agents')
  return device
}

async function relayPlace({ database }: ServerRig): Promise<RelayPlace | undefined> {
  const { rows } = await database.pool.query<RelayPlace>('select id, host, port, public_key as "publicKey" from relays')
  return rows[0]
}

/** So many devices are online by word of a relay that came after this moment. */
async function backSince({ database }: ServerRig, atMs: number): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from device_presence where is_online and confirmed_at >= $1',
    [new Date(atMs)],
  )
  return rows[0]?.count ?? 0
}

/** Until all are back, from the moment that what was gone is started. */
async function storm(name: string, { server, relay, agents, count }: Scene, sinceMs: number): Promise<Storm> {
  const before = cpuOf(server, relay)
  let resident = 0
  await eventually(
    async () => {
      resident = Math.max(resident, residentBytes(relay.pid))
      return agents.online === count && (await backSince(server, sinceMs)) === count
    },
    { timeoutMs, what: `all are back, ${name}` },
  )
  const seconds = (Date.now() - sinceMs) / 1000
  const after = cpuOf(server, relay)
  const each = (of: keyof Storm['cpu']): number => ((after[of] - before[of]) / count) * 1000
  const cpu = { relay: each('relay'), server: each('server'), agents: each('agents') }
  return { name, seconds, residentBytes: resident, cpu }
}

const cpuOf = (server: ServerRig, relay: RunningProgram): Record<keyof Storm['cpu'], number> => ({
  relay: cpuSeconds([relay.pid]),
  server: cpuSeconds([server.pid]),
  agents: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
})

/** Whoever restarts the server does not want to see tunnels fall. */
function stayed(agents: Agents, arrivals: number): void {
  if (agents.arrivals !== arrivals) throw new Error(`${agents.arrivals - arrivals} agents lost their tunnels`)
}

function report(count: number, storms: readonly Storm[]): void {
  printTable(
    ['', `s until ${count} are back`, 'relay MB at most', 'kB per agent', 'CPU ms each: relay', 'server', 'agents'],
    storms.map((each) => [
      each.name,
      each.seconds.toFixed(1),
      (each.residentBytes / 1e6).toFixed(0),
      kilobytesEach(each, count).toFixed(1),
      ...[each.cpu.relay, each.cpu.server, each.cpu.agents].map((ms) => ms.toFixed(2)),
    ]),
  )
  const seconds = Math.max(...storms.map((each) => each.seconds))
  const kilobytes = Math.max(...storms.map((each) => kilobytesEach(each, count)))
  const ratio = Math.max(seconds / secondsAllowed, kilobytes / kilobytesAllowed)
  process.stdout.write(
    `reconnect-storm: ratio ${ratio.toFixed(2)} (ours ${seconds.toFixed(1)}, allowed ${secondsAllowed}, s; ` +
      `ours ${kilobytes.toFixed(1)}, allowed ${kilobytesAllowed}, kB of relay memory per agent)\n`,
  )
}

const kilobytesEach = (each: Storm, count: number): number => each.residentBytes / count / 1000
