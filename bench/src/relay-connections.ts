// New connections per second through relay and agent, beside `ssh -L`: connect, one byte there and back, close, with 32
// at any time.

import { setting } from './settings.ts'
import { churn } from './load/client.ts'
import { cpuSeconds } from './processes.ts'
import { nameLeftOut, startRigs } from './rigs/all.ts'
import { startFarport } from './rigs/farport.ts'
import { interleave, median } from './rounds.ts'
import { printTable } from './table.ts'

const concurrency = 32

interface Sample {
  readonly perSecond: number
  readonly cpuMsEach: number
}

export async function run(): Promise<void> {
  const rounds = setting('FARPORT_BENCH_ROUNDS', 7)
  const durationMs = setting('FARPORT_BENCH_MS', 1500)
  await using rigs = await startRigs(startFarport)
  const measured = await interleave(rigs.all, rounds, async (rig): Promise<Sample> => {
    const cpuBefore = cpuSeconds(rig.processIds)
    const perSecond = await churn(rig.port, durationMs, concurrency)
    return {
      perSecond,
      cpuMsEach: ((cpuSeconds(rig.processIds) - cpuBefore) / ((perSecond * durationMs) / 1000)) * 1000,
    }
  })
  const rate = (rig: (typeof rigs.all)[number]): number =>
    median((measured.get(rig) ?? []).map((sample) => sample.perSecond))
  printTable(
    ['', 'connections/s', 'CPU ms each'],
    rigs.all.map((rig) => [
      rig.name,
      rate(rig).toFixed(0),
      median((measured.get(rig) ?? []).map((sample) => sample.cpuMsEach)).toFixed(3),
    ]),
  )
  nameLeftOut(rigs)
  if (rigs.openssh === undefined) return
  const [ours, theirs] = [rate(rigs.farport), rate(rigs.openssh)]
  process.stdout.write(
    `relay-connections: ratio ${(ours / theirs).toFixed(2)} (ours ${ours.toFixed(0)}, ssh -L ${theirs.toFixed(0)}, connections/s)\n`,
  )
}
