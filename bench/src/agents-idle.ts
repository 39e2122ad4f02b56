// What an agent that does nothing costs the relay in memory, with thousands of them over TLS.
//
// Ours is all that the relay's process holds, divided by the agents: its own code and heap are in it, as they must be
// paid for, too. It is measured after heartbeats have gone round, so that what is only needed to arrive is free again.

import { join } from 'node:path'
import { createTempDir, startControlPlane } from '@farport/testkit'
import { startAgents } from './load/agents.ts'
import { cpuSeconds, residentBytes } from './processes.ts'
import { startRelayProgram } from './rigs/farport.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

/** Ten thousand agents in 0.6 GB. */
const kilobytesAllowed = 60
/** Two heartbeats of the relay. */
const settleMs = 21_000

export async function run(): Promise<void> {
  const count = setting('FARPORT_BENCH_AGENTS', 10_000)
  await using folder = await createTempDir('bench-idle')
  await using plane = await startControlPlane({ ticketMs: 3_600_000 })
  await using relay = await startRelayProgram(plane, join(folder.path, 'relay'))
  const [joined] = plane.relays.values()
  if (joined === undefined) throw new Error('the relay has not joined')

  const alone = residentBytes(relay.pid)
  const cpuBefore = cpuSeconds([relay.pid])
  const startedAtMs = performance.now()
  await using agents = await startAgents(
    { ticketKey: plane.ticketKey, device: (key) => plane.planDevice('idle', key) },
    joined.place,
    count,
  )
  const tookSeconds = (performance.now() - startedAtMs) / 1000
  const cpuEachMs = ((cpuSeconds([relay.pid]) - cpuBefore) / count) * 1000
  const arrived = residentBytes(relay.pid)
  const cpuIdleBefore = cpuSeconds([relay.pid])
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const cpuIdle = (cpuSeconds([relay.pid]) - cpuIdleBefore) / (settleMs / 1000)
  if (agents.online !== count) throw new Error(`of ${count} agents only ${agents.online} are still in`)
  const settled = residentBytes(relay.pid)

  printTable(
    ['relay', 'resident MB', 'kB per agent'],
    [
      ['alone', megabytes(alone), '-'],
      [`${count} agents just arrived`, megabytes(arrived), kilobytesEach(arrived, count)],
      ['settled', megabytes(settled), kilobytesEach(settled, count)],
      ['settled, over the relay alone', megabytes(settled - alone), kilobytesEach(settled - alone, count)],
    ],
  )
  process.stdout.write(
    `${count} agents entered in ${tookSeconds.toFixed(1)} s, ${cpuEachMs.toFixed(2)} ms of CPU each; their heartbeats take ${(cpuIdle * 100).toFixed(1)} % of a core\n`,
  )
  process.stdout.write(`left out: MeshCentral (npm ${peer}), ${whyLeftOut()}\n`)
  const ours = settled / count / 1000
  const ratio = (ours / kilobytesAllowed).toFixed(2)
  process.stdout.write(
    `agents-idle: ratio ${ratio} (ours ${ours.toFixed(1)}, allowed ${kilobytesAllowed.toFixed(1)}, kB of relay memory per agent)\n`,
  )
}

const peer: string = 'meshcentral'

/** Its agents enter by a protocol of their own; a socket that has not entered would not be the same thing. */
function whyLeftOut(): string {
  try {
    import.meta.resolve(peer)
    return "installed, but this bench does not speak its agents' protocol"
  } catch {
    return 'not installed' // resolving is the question
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)
const kilobytesEach = (bytes: number, count: number): string => (bytes / count / 1000).toFixed(1)
