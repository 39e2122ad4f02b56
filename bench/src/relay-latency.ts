// What the way through relay and agent adds to a 64-byte message there and back, beside what `ssh -L` adds.
//
// Added is the middle one less the middle one of the direct connection in the same round, so that a round in which the
// machine was slow to wake counts for all alike.

import { setting } from './settings.ts'
import { pingPong } from './load/client.ts'
import type { Rig } from './processes.ts'
import { nameLeftOut, startRigs } from './rigs/all.ts'
import { startFarport } from './rigs/farport.ts'
import { interleave, median } from './rounds.ts'
import { printTable } from './table.ts'

interface Trip {
  readonly p50: number
  readonly p99: number
}

export async function run(): Promise<void> {
  const rounds = setting('FARPORT_BENCH_ROUNDS', 9)
  const count = setting('FARPORT_BENCH_COUNT', 5000)
  await using rigs = await startRigs(startFarport)
  const measured = await interleave(rigs.all, rounds, async (rig): Promise<Trip> => {
    const sorted = await pingPong(rig, count)
    return { p50: at(sorted, 0.5), p99: at(sorted, 0.99) }
  })
  const direct = measured.get(rigs.direct) ?? []
  const added = (rig: Rig): number =>
    median((measured.get(rig) ?? []).map((trip, round) => trip.p50 - (direct[round]?.p50 ?? Number.NaN)))
  printTable(
    ['', 'p50 us', 'p99 us', 'added p50 us'],
    rigs.all.map((rig) => {
      const trips = measured.get(rig) ?? []
      const figures = [median(trips.map((trip) => trip.p50)), median(trips.map((trip) => trip.p99)), added(rig)]
      return [rig.name, ...figures.map((figure) => figure.toFixed(0))]
    }),
  )
  nameLeftOut(rigs)
  if (rigs.openssh === undefined) return
  const [ours, theirs] = [added(rigs.farport), added(rigs.openssh)]
  process.stdout.write(
    `relay-latency: ratio ${(ours / theirs).toFixed(2)} (ours ${ours.toFixed(0)}, ssh -L ${theirs.toFixed(0)}, us added p50)\n`,
  )
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
