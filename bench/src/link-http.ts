// Requests per second through a web link, beside nginx as a reverse proxy to the same service.
//
// Ours is two processes with TLS between them, and reaches devices that nothing can dial; nginx's is one plain hop. Two of
// them with TLS between do what a link does.
//
// Each is measured twice: where the scheduler puts its processes, and with a core for each of them. What suits it better
// counts.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { keepApart, onLastCore } from './cores.ts'
import { cpuSeconds, type Rig } from './processes.ts'
import { hasNginx, startNginxPair, startNginxProxy, startNginxService } from './rigs/nginx.ts'
import { startWebLink, type WebRig } from './rigs/web-link.ts'
import { interleave, median } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const pageBytes = 1024

interface Contender {
  readonly name: string
  readonly rig: Rig | WebRig
  readonly isKeptApart: boolean
}

interface Sample {
  readonly perSecond: number
  readonly cpuMsEach: number
  readonly p99Ms: number
}

export async function run(): Promise<void> {
  const rounds = setting('FARPORT_BENCH_ROUNDS', 7)
  const seconds = setting('FARPORT_BENCH_MS', 3000) / 1000
  const connections = setting('FARPORT_BENCH_CONNECTIONS', 64)
  const missing = [hasNginx() ? [] : ['nginx'], spawnSync('wrk', ['-v']).error === undefined ? [] : ['wrk']].flat()
  if (missing.length > 0) return void process.stdout.write(`left out, not installed: ${missing.join(', ')}\n`)

  await using disposables = new AsyncDisposableStack()
  const service = disposables.use(await startNginxService(pageBytes))
  keepApart(service.processIds)
  const twice = async (start: (servicePort: number) => Promise<Rig | WebRig>): Promise<Contender[]> => {
    const [free, apart] = [disposables.use(await start(service.port)), disposables.use(await start(service.port))]
    keepApart(apart.processIds)
    return [
      { name: free.name, rig: free, isKeptApart: false },
      { name: `${apart.name}, a core each`, rig: apart, isKeptApart: true },
    ]
  }
  const [nginx, pair, farport] = [await twice(startNginxProxy), await twice(startNginxPair), await twice(startWebLink)]
  const contenders = [{ name: service.name, rig: service, isKeptApart: false }, ...nginx, ...pair, ...farport]
  // Warm: code that is compiled, connections to the service that are open.
  for (const contender of contenders) await load(contender, 3, connections)

  const measured = await interleave(contenders, rounds, async (contender): Promise<Sample> => {
    const { processIds } = contender.rig
    const cpuBefore = cpuSeconds(processIds)
    const { perSecond, p99Ms } = await load(contender, seconds, connections)
    const cpuMsEach = ((cpuSeconds(processIds) - cpuBefore) / (perSecond * seconds)) * 1000
    return { perSecond, p99Ms, cpuMsEach }
  })
  const samples = (contender: Contender, of: keyof Sample): number[] =>
    (measured.get(contender) ?? []).map((sample) => sample[of])
  const middle = (contender: Contender, of: keyof Sample): number => median(samples(contender, of))
  printTable(
    ['', 'requests/s', 'CPU ms each', 'p99 ms'],
    contenders.map((contender) => [
      contender.name,
      middle(contender, 'perSecond').toFixed(0),
      middle(contender, 'cpuMsEach').toFixed(3),
      middle(contender, 'p99Ms').toFixed(1),
    ]),
  )
  const better = (both: readonly Contender[]): number[] =>
    both.map((one) => samples(one, 'perSecond')).reduce((one, other) => (median(one) < median(other) ? other : one))
  const [ours, theirs, pairs] = [better(farport), better(nginx), better(pair)]
  process.stdout.write(`beside ${pair[0]?.name}: ${ratio(ours, pairs).toFixed(2)}\n`)
  const [oursEach, theirsEach] = [ours, theirs].map((values) => median(values).toFixed(0))
  process.stdout.write(
    `link-http: ratio ${ratio(ours, theirs).toFixed(2)} (ours ${oursEach}, nginx ${theirsEach}, requests/s)\n`,
  )
}

/** Of what was measured in the same round. */
const ratio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))

/** Debian's wrk, in one thread. Throws when anything but answers came. */
async function load(
  { rig, isKeptApart }: Contender,
  seconds: number,
  connections: number,
): Promise<{ perSecond: number; p99Ms: number }> {
  const host = 'host' in rig ? ['-H', `Host: ${rig.host}:${rig.port}`] : []
  const [program, ...words] = [...(isKeptApart ? onLastCore() : []), 'wrk', '-t1', `-c${connections}`]
  const address = `http://127.0.0.1:${rig.port}/`
  const child = spawn(program, [...words, `-d${Math.ceil(seconds)}s`, '--latency', ...host, address])
  const closed = once(child, 'close')
  const said = await text(child.stdout.setEncoding('utf8'))
  await closed
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1])
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? []
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(said)) throw new Error(`${rig.name} was not measured: ${said}`)
  const p99Ms = Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
  return { perSecond, p99Ms }
}
