// One stream of bulk through the relay and the agent, with TLS between them, beside haproxy's one plain hop and `ssh -L`.
//
// Ours is two processes that encrypt and decrypt, haproxy's is one that copies. On a machine that others use, too, MB/s
// compare only within one run; CPU seconds per GB are steadier.

import { nameLeftOut, startRigs } from './rigs/all.ts'
import { startFarport } from './rigs/farport.ts'
import { compareThroughput, lowerRatio, megabytes } from './throughput.ts'

export async function run(): Promise<void> {
  await using rigs = await startRigs(startFarport)
  const figures = await compareThroughput(rigs.all, rigs.peers)
  nameLeftOut(rigs)
  const [ours, theirs] = [figures.get(rigs.farport), rigs.haproxy && figures.get(rigs.haproxy)]
  if (ours === undefined || theirs === undefined) return
  const { ratio, direction } = lowerRatio(ours, theirs)
  const [our, their] = [ours, theirs].map((each) => megabytes(each[direction].bytesPerSecond).toFixed(0))
  process.stdout.write(
    `relay-throughput: ratio ${ratio.toFixed(2)} (ours ${our}, haproxy ${their}, MB/s ${direction})\n`,
  )
}
