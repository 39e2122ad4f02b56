// Twenty streams of bulk at once through one session, beside one alone: by a relay, and on a direct path. What is compared
// was measured one right after the other, either first in turn, as the machine's pace changes from second to second.

import { download, upload } from './load/client.ts'
import { startReady, type Rig } from './processes.ts'
import { startAgentToAgent } from './rigs/agent-to-agent.ts'
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

export async function run(): Promise<void> {
  const rounds = setting('FARPORT_BENCH_ROUNDS', 9)
  const durationMs = setting('FARPORT_BENCH_MS', 1500)
  await using service = await startReady(new URL('load/service.ts', import.meta.url))
  await using relayed = await startAgentToAgent(service.port, 'relay')
  await using direct = await startAgentToAgent(service.port, 'lan')
  const contests = [relayed, direct].flatMap((rig): Contest[] => [
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
  const results = contests.map((contest) => {
    const samples = measured.get(contest) ?? []
    const [one, all] = [median(samples.map((each) => each.one)), median(samples.map((each) => each.all))]
    return { ...contest, one, all, ratio: median(samples.map((each) => each.all / each.one)) }
  })
  printTable(
    ['', 'one MB/s', `${many} MB/s`, 'ratio'],
    results.map(({ rig, direction, one, all, ratio }) => [
      `${rig.name}, ${direction}`,
      megabytes(one).toFixed(0),
      megabytes(all).toFixed(0),
      ratio.toFixed(2),
    ]),
  )
  const [worst] = results.toSorted((left, right) => left.ratio - right.ratio)
  if (worst === undefined) return
  const [all, one] = [worst.all, worst.one].map((each) => megabytes(each).toFixed(0))
  process.stdout.write(
    `parallel-streams: ratio ${worst.ratio.toFixed(2)} (${many} streams ${all}, one ${one}, MB/s ${worst.direction}, ${worst.rig.name})\n`,
  )
}
