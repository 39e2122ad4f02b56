// One stream of bulk through every rig, both ways, in turn.

import { setting } from './settings.ts'
import { download, upload } from './load/client.ts'
import { cpuSeconds, type Rig } from './processes.ts'
import { interleave, median } from './rounds.ts'
import { printTable } from './table.ts'

export interface Sample {
  readonly bytesPerSecond: number
  readonly cpuSecondsPerGb: number
  /** Of the relay alone, where there is one. */
  readonly relaySecondsPerGb: number
}

export interface Figures {
  readonly download: Sample
  readonly upload: Sample
}

/** The middle of each figure, printed as a table beside the peers'. */
export async function compareThroughput(
  rigs: readonly Rig[],
  peers: readonly Rig[],
): Promise<ReadonlyMap<Rig, Figures>> {
  const rounds = setting('FARPORT_BENCH_ROUNDS', 7)
  const durationMs = setting('FARPORT_BENCH_MS', 1500)
  const measured = await interleave(rigs, rounds, async (rig) => ({
    download: await sample(rig, () => download(rig, durationMs), durationMs),
    upload: await sample(rig, () => upload(rig, durationMs), durationMs),
  }))
  const figures = new Map(rigs.map((rig) => [rig, middle(measured.get(rig) ?? [])]))
  printFigures(rigs, figures, peers)
  return figures
}

/** That of the slower direction, so that neither can hide behind the other. */
export function lowerRatio(ours: Figures, theirs: Figures): { ratio: number; direction: keyof Figures } {
  const ratioOf = (direction: keyof Figures): number =>
    ours[direction].bytesPerSecond / theirs[direction].bytesPerSecond
  const direction = ratioOf('download') <= ratioOf('upload') ? 'download' : 'upload'
  return { ratio: ratioOf(direction), direction }
}

async function sample(rig: Rig, load: () => Promise<number>, durationMs: number): Promise<Sample> {
  const used = () => [cpuSeconds(rig.processIds), cpuSeconds(rig.relayIds ?? [])] as const
  const [before, startedAtMs] = [used(), performance.now()]
  const bytesPerSecond = await load()
  const gigabytes = (bytesPerSecond * Math.max(durationMs, performance.now() - startedAtMs)) / 1e12
  const [all, relay] = used()
  return {
    bytesPerSecond,
    cpuSecondsPerGb: (all - before[0]) / gigabytes,
    relaySecondsPerGb: (relay - before[1]) / gigabytes,
  }
}

function middle(figures: readonly Figures[]): Figures {
  const of = (direction: keyof Figures): Sample => ({
    bytesPerSecond: median(figures.map((each) => each[direction].bytesPerSecond)),
    cpuSecondsPerGb: median(figures.map((each) => each[direction].cpuSecondsPerGb)),
    relaySecondsPerGb: median(figures.map((each) => each[direction].relaySecondsPerGb)),
  })
  return { download: of('download'), upload: of('upload') }
}

function printFigures(rigs: readonly Rig[], figures: ReadonlyMap<Rig, Figures>, peers: readonly Rig[]): void {
  const cells = (rig: Rig, direction: keyof Figures): string[] => {
    const sampled = figures.get(rig)?.[direction]
    if (sampled === undefined) return []
    const over = (peer: Rig): string => {
      const theirs = figures.get(peer)?.[direction].bytesPerSecond
      return theirs === undefined ? '-' : (sampled.bytesPerSecond / theirs).toFixed(2)
    }
    const cpu = sampled.cpuSecondsPerGb === 0 ? '-' : sampled.cpuSecondsPerGb.toFixed(2)
    return [megabytes(sampled.bytesPerSecond).toFixed(0), ...peers.map(over), cpu]
  }
  const columns = [...peers.map(({ name }) => `/${name}`), 'CPU s/GB']
  printTable(
    ['', 'down MB/s', ...columns, 'up MB/s', ...columns],
    rigs.map((rig) => [rig.name, ...cells(rig, 'download'), ...cells(rig, 'upload')]),
  )
}

export const megabytes = (bytes: number): number => bytes / 1e6
