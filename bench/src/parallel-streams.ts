// Twenty streams of bulk at once through one session, beside one alone: by a relay, and on a direct path.

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
  const rounds = setting('FARPORT_BENCH_ROUNDS', 7)
  const durationMs = setting('FARPORT_BENCH_MS', 1500)
  await using service = await startReady(new URL('load/service.ts', import.meta.url))
  await using relayed = await startAgentToAgent(service.port, 'relay')
  await using direct = await startAgentToAgent(service.port, 'lan')
  const contests = [relayed, direct].flatMap((rig): Contest[] => [
    { rig, direction: 'download' },
    { rig, direction: 'upload' },
  ])
  const measured = await interleave(contests, rounds, async ({ rig, direction }) => {
    const load = directions[direction]
    return { one: await load(rig, durationMs), all: await load(rig, durationMs, many) }
  })
  const results = contests.map((contest) => {
    const samples = measured.get(contest) ?? []
    const [one, all] = [median(samples.map((each) => each.one)), median(samples.map((each) => each.all))]
    return { ...contest, one, all, ratio: all / one }
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
