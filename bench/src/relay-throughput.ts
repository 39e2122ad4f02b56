// One stream of bulk through the relay and the agent, with TLS between them, beside haproxy's one plain hop and `ssh -L`.
//
// Ours is two processes that encrypt and decrypt, haproxy's is one that copies. The ratio is that of the slower
// direction, so that neither can hide behind the other. On a machine that others use, too, MB/s compare only within one
// run; CPU seconds per GB are steadier.

import { setting } from './settings.ts'
import { download, upload } from './load/client.ts'
import { cpuSeconds, type Rig } from './processes.ts'
import { nameLeftOut, startRigs } from './rigs/all.ts'
import { interleave, median } from './rounds.ts'
import { printTable } from './table.ts'

interface Sample {
  readonly bytesPerSecond: number
  readonly cpuSecondsPerGb: number
}

interface Figures {
  readonly download: Sample
  readonly upload: Sample
}

export async function run(): Promise<void> {
  const rounds = setting('FARPORT_BENCH_ROUNDS', 7)
  const durationMs = setting('FARPORT_BENCH_MS', 1500)
  await using rigs = await startRigs()
  const measured = await interleave(rigs.all, rounds, async (rig) => ({
    download: await sample(rig, () => download(rig.port, durationMs), durationMs),
    upload: await sample(rig, () => upload(rig.port, durationMs), durationMs),
  }))
  const figures = new Map(rigs.all.map((rig) => [rig, middle(measured.get(rig) ?? [])]))
  printFigures(rigs.all, figures, [rigs.haproxy, rigs.openssh])
  nameLeftOut(rigs)
  const [ours, theirs] = [figures.get(rigs.farport), rigs.haproxy && figures.get(rigs.haproxy)]
  if (ours && theirs) printRatio(ours, theirs)
}

async function sample(rig: Rig, load: () => Promise<number>, durationMs: number): Promise<Sample> {
  const [cpuBefore, startedAtMs] = [cpuSeconds(rig.processIds), performance.now()]
  const bytesPerSecond = await load()
  const bytes = (bytesPerSecond * Math.max(durationMs, performance.now() - startedAtMs)) / 1000
  return { bytesPerSecond, cpuSecondsPerGb: ((cpuSeconds(rig.processIds) - cpuBefore) / bytes) * 1e9 }
}

function middle(figures: readonly Figures[]): Figures {
  const of = (direction: keyof Figures): Sample => ({
    bytesPerSecond: median(figures.map((each) => each[direction].bytesPerSecond)),
    cpuSecondsPerGb: median(figures.map((each) => each[direction].cpuSecondsPerGb)),
  })
  return { download: of('download'), upload: of('upload') }
}

function printFigures(
  rigs: readonly Rig[],
  figures: ReadonlyMap<Rig, Figures>,
  peers: readonly (Rig | undefined)[],
): void {
  const cells = (rig: Rig, direction: keyof Figures): string[] => {
    const sampled = figures.get(rig)?.[direction]
    if (sampled === undefined) return []
    const over = (peer: Rig | undefined): string => {
      const theirs = peer && figures.get(peer)?.[direction].bytesPerSecond
      return theirs === undefined ? '-' : (sampled.bytesPerSecond / theirs).toFixed(2)
    }
    const cpu = sampled.cpuSecondsPerGb === 0 ? '-' : sampled.cpuSecondsPerGb.toFixed(2)
    return [megabytes(sampled.bytesPerSecond).toFixed(0), ...peers.map(over), cpu]
  }
  const columns = ['/haproxy', '/ssh -L', 'CPU s/GB']
  printTable(
    ['', 'down MB/s', ...columns, 'up MB/s', ...columns],
    rigs.map((rig) => [rig.name, ...cells(rig, 'download'), ...cells(rig, 'upload')]),
  )
}

function printRatio(ours: Figures, theirs: Figures): void {
  const ratioOf = (direction: keyof Figures): number =>
    ours[direction].bytesPerSecond / theirs[direction].bytesPerSecond
  const lower = ratioOf('download') <= ratioOf('upload') ? 'download' : 'upload'
  const [our, their] = [megabytes(ours[lower].bytesPerSecond), megabytes(theirs[lower].bytesPerSecond)]
  process.stdout.write(
    `relay-throughput: ratio ${ratioOf(lower).toFixed(2)} (ours ${our.toFixed(0)}, haproxy ${their.toFixed(0)}, MB/s ${lower})\n`,
  )
}

const megabytes = (bytes: number): number => bytes / 1e6
