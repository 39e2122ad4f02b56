// Ten thousand agents come back at once: after their relay was killed and started anew, and after the server was gone for a
// while. The agents are the program's own tunnel keepers, all in this process and at one address, so that they and the
// relay share the machine.

import { join } from 'node:path'
import { createTempDir, eventually, startControlPlane, type ControlPlane, type RunningProgram } from '@farport/testkit'
import { startAgents, type Agents } from './load/agents.ts'
import { cpuSeconds, residentBytes } from './processes.ts'
import { startRelayProgram } from './rigs/farport.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const secondsAllowed = 30
/** Ten thousand agents, just arrived, in 1 GB. */
const kilobytesAllowed = 100
/** So long the relay is gone: agents have tried in vain by then, and wait. */
const goneMs = 3000
const timeoutMs = 120_000

interface Storm {
  readonly name: string
  readonly seconds: number
  /** Of the relay, at the most. */
  readonly residentBytes: number
  readonly cpuMsEach: number
}

export async function run(): Promise<void> {
  const count = setting('FARPORT_BENCH_AGENTS', 10_000)
  await using folder = await createTempDir('bench-storm')
  await using plane = await startControlPlane({ ticketMs: 3_600_000 })
  const stateDir = join(folder.path, 'relay')
  await using relay = await startRelayProgram(plane, stateDir)
  const [joined] = plane.relays.values()
  if (joined === undefined) throw new Error('the relay has not joined')
  await using agents = await startAgents(plane, joined.place, count)
  await eventually(() => onlineAt(plane) === count, { timeoutMs, what: 'the server knows of all' })

  relay.signal('SIGKILL')
  await relay.exit
  await eventually(() => agents.online === 0 && plane.relays.size === 0, { what: 'all have noticed' })
  await new Promise((resolve) => setTimeout(resolve, goneMs))
  const startedAtMs = performance.now()
  await using relayAgain = await startRelayProgram(plane, stateDir, { FARPORT_RELAY_PORT: String(joined.place.port) })
  const isBack = (): boolean => agents.online === count && onlineAt(plane) === count
  const storms = [await storm({ name: 'relay killed', relay: relayAgain, count, startedAtMs }, isBack)]

  const arrivals = agents.arrivals
  await plane.goAway()
  plane.presence.clear()
  await new Promise((resolve) => setTimeout(resolve, goneMs))
  const server = { name: 'server restarted', relay: relayAgain, count, startedAtMs: performance.now() }
  await plane.comeBack()
  storms.push(await storm(server, isBack))
  stayed(agents, arrivals)
  report(count, storms)
}

const onlineAt = (plane: ControlPlane): number => [...plane.presence.values()].filter(({ isOnline }) => isOnline).length

async function storm(
  { name, relay, count, startedAtMs }: { name: string; relay: RunningProgram; count: number; startedAtMs: number },
  isOver: () => boolean,
): Promise<Storm> {
  const cpuBefore = cpuSeconds([relay.pid])
  let resident = 0
  await eventually(
    () => {
      resident = Math.max(resident, residentBytes(relay.pid))
      return isOver()
    },
    { timeoutMs, what: `all are back, ${name}` },
  )
  return {
    name,
    seconds: (performance.now() - startedAtMs) / 1000,
    residentBytes: resident,
    cpuMsEach: ((cpuSeconds([relay.pid]) - cpuBefore) / count) * 1000,
  }
}

/** Whoever restarts the server does not want to see tunnels fall. */
function stayed(agents: Agents, arrivals: number): void {
  if (agents.arrivals !== arrivals) throw new Error(`${agents.arrivals - arrivals} agents lost their tunnels`)
}

function report(count: number, storms: readonly Storm[]): void {
  printTable(
    ['', `s until ${count} are back`, 'relay MB at most', 'kB per agent', 'relay CPU ms each'],
    storms.map((each) => [
      each.name,
      each.seconds.toFixed(1),
      (each.residentBytes / 1e6).toFixed(0),
      kilobytesEach(each, count).toFixed(1),
      each.cpuMsEach.toFixed(2),
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
