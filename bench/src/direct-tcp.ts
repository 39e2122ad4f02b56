// One stream of bulk from agent to agent over a direct TCP path, beside haproxy's one plain hop. Ours is two processes with
// TLS between them, haproxy's is one that copies.

import { nameLeftOut, startRigs } from './rigs/all.ts'
import { startAgentToAgent } from './rigs/agent-to-agent.ts'
import { compareThroughput, lowerRatio, megabytes } from './throughput.ts'

export async function run(): Promise<void> {
  await using rigs = await startRigs((servicePort) => startAgentToAgent(servicePort, 'lan'))
  const figures = await compareThroughput(rigs.all, rigs.peers)
  nameLeftOut(rigs)
  const [ours, theirs] = [figures.get(rigs.farport), rigs.haproxy && figures.get(rigs.haproxy)]
  if (ours === undefined || theirs === undefined) return
  const { ratio, direction } = lowerRatio(ours, theirs)
  const [our, their] = [ours, theirs].map((each) => megabytes(each[direction].bytesPerSecond).toFixed(0))
  process.stdout.write(`direct-tcp: ratio ${ratio.toFixed(2)} (ours ${our}, haproxy ${their}, MB/s ${direction})\n`)
}
