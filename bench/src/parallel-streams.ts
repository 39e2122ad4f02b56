// Twenty streams of bulk at once through one session, beside one alone: by a relay, and on a direct path. What is compared
// was measured one right after the other, either first in turn, as the machine's pace changes from second to second.
//
// The peers, and nothing between at all, tell what twenty cost this machine itself.

import { download, upload } from './load/client.ts'
import type { Rig } from './processes.ts'
import { startAgentToAgent } from './rigs/agent-to-agent.ts'
import { nameLeftOut, startRigs } from './rigs/all.ts'
import { interleave, median } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'
import { megabytes } from './throughput.ts'

const many = 20
const directions = { download, upload }

interface Contest {
  readonly rig: Rig
  readonly direction: keyof typeof directions
}

interface Outcome extends Contest {
  /** Bytes per second. */
  readonly one: number
  readonly all: number
  readonly ratio: number
}

export async function run(): Promise<void> {
  await using rigs = await startRigs(startAgentToAgent)
  await using lan = await startAgentToAgent(rigs.direct.port, 'lan')
  nameLeftOut(rigs)
  const outcomes = await compete([...rigs.all, lan])
  printTable(
    ['', 'one MB/s', `${many} MB/s`, 'ratio'],
    outcomes.map(({ rig, direction, one, all, ratio }) => [
      `${rig.name}, ${direction}`,
      megabytes(one).toFixed(0),
      megabytes(all).toFixed(0),
      ratio.toFixed(2),
    ]),
  )
  const worst = worstOf(outcomes, [rigs.farport, lan])
  if (worst === undefined) return
  const [all, one] = [worst.all, worst.one].map((each) => megabytes(each).toFixed(0))
  const others = [rigs.direct, ...rigs.peers].map((rig) => `${rig.name} ${worstOf(outcomes, [rig])?.ratio.toFixed(2)}`)
  process.stdout.write(
    `parallel-streams: ratio ${worst.ratio.toFixed(2)} (${many} streams ${all}, one ${one}, ` +
      `MB/s ${worst.direction}, ${worst.rig.name}; the same of ${others.join(', ')})\n`,
  )
}

async function compete(rigs: readonly Rig[]): Promise<Outcome[]> {
  const rounds = setting('FARPORT_BENCH_ROUNDS', 9)
  const durationMs = setting('FARPORT_BENCH_MS', 1500)
  const contests = rigs.flatMap((rig): Contest[] => [
    { rig, direction: 'download' },
    { rig, direction: 'upload' },
  ])
  let isOneFirst = false
  const measured = await interleave(contests, rounds, async (contest) => {
    if (contest === contests[0]) isOneFirst = !isOneFirst
    const { rig, direction } = contest
    const measure = (streams: number): Promise<number> => directions[direction](rig, durationMs, streams)
    if (isOneFirst) return { one: await measure(1), all: await measure(many) }
    const all = await measure(many)
    return { one: await measure(1), all }
  })
  return contests.map((contest) => {
    const samples = measured.get(contest) ?? []
    const [one, all] = [median(samples.map((each) => each.one)), median(samples.map((each) => each.all))]
    return { ...contest, one, all, ratio: median(samples.map((each) => each.all / each.one)) }
  })
}

function worstOf(outcomes: readonly Outcome[], rigs: readonly Rig[]): Outcome | undefined {
  const [worst] = outcomes.filter(({ rig }) => rigs.includes(rig)).toSorted((left, right) => left.ratio - right.ratio)
  return worst
}
