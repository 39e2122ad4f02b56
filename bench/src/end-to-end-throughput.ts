// One stream of bulk from agent to agent by the relay, which cannot read it, beside `ssh -L`, which encrypts as we do, and
// haproxy's one plain hop. Ours is three processes, ssh's two, haproxy's one.

import { nameLeftOut, startRigs } from './rigs/all.ts'
import { startAgentToAgent } from './rigs/agent-to-agent.ts'
import { compareThroughput, lowerRatio, megabytes, type Figures } from './throughput.ts'

export async function run(): Promise<void> {
  await using rigs = await startRigs(startAgentToAgent)
  const figures = await compareThroughput(rigs.all, rigs.peers)
  nameLeftOut(rigs)
  const [ours, haproxy, ssh] = [rigs.farport, rigs.haproxy, rigs.openssh].map((rig) => rig && figures.get(rig))
  if (ours === undefined || haproxy === undefined || ssh === undefined) return
  const { ratio, direction } = lowerRatio(ours, ssh)
  const [our, their] = [ours, ssh].map((each) => megabytes(each[direction].bytesPerSecond).toFixed(0))
  const worst = (of: (direction: keyof Figures) => number): string => Math.max(of('download'), of('upload')).toFixed(2)
  const cpu = worst((each) => ours[each].cpuSecondsPerGb / ssh[each].cpuSecondsPerGb)
  const relay = worst((each) => ours[each].relaySecondsPerGb / haproxy[each].cpuSecondsPerGb)
  process.stdout.write(
    `end-to-end-throughput: ratio ${ratio.toFixed(2)} (ours ${our}, ssh -L ${their}, MB/s ${direction}; ` +
      `${lowerRatio(ours, haproxy).ratio.toFixed(2)} of haproxy's; CPU per GB ${cpu} of ssh's, ` +
      `the relay's ${relay} of haproxy's)\n`,
  )
}
