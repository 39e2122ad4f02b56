// Requests per second through a web link, beside nginx as a reverse proxy to the same service.
//
// Ours is two processes with TLS between them, and reaches devices that nothing can dial; nginx's is one plain hop. Two of
// them with TLS between do what a link does.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { cpuSeconds, type Rig } from './processes.ts'
import { hasNginx, startNginxPair, startNginxProxy, startNginxService } from './rigs/nginx.ts'
import { startWebLink, type WebRig } from './rigs/web-link.ts'
import { interleave, median } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const pageBytes = 1024

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

  await using service = await startNginxService(pageBytes)
  await using nginx = await startNginxProxy(service.port)
  await using pair = await startNginxPair(service.port)
  await using farport = await startWebLink(service.port)
  const rigs: readonly (Rig | WebRig)[] = [service, nginx, pair, farport]
  // Warm: code that is compiled, connections to the service that are open.
  for (const rig of rigs) await load(rig, 2, connections)

  const measured = await interleave(rigs, rounds, async (rig): Promise<Sample> => {
    const cpuBefore = cpuSeconds(rig.processIds)
    const { perSecond, p99Ms } = await load(rig, seconds, connections)
    const cpuMsEach = ((cpuSeconds(rig.processIds) - cpuBefore) / (perSecond * seconds)) * 1000
    return { perSecond, p99Ms, cpuMsEach }
  })
  const middle = (rig: Rig, of: keyof Sample) => median((measured.get(rig) ?? []).map((sample) => sample[of]))
  printTable(
    ['', 'requests/s', 'CPU ms each', 'p99 ms'],
    rigs.map((rig) => [
      rig.name,
      middle(rig, 'perSecond').toFixed(0),
      middle(rig, 'cpuMsEach').toFixed(3),
      middle(rig, 'p99Ms').toFixed(1),
    ]),
  )
  const [ours, theirs, pairs] = [farport, nginx, pair].map((rig) => middle(rig, 'perSecond')) as [
    number,
    number,
    number,
  ] // as many
  process.stdout.write(`beside ${pair.name}: ${(ours / pairs).toFixed(2)}\n`)
  process.stdout.write(
    `link-http: ratio ${(ours / theirs).toFixed(2)} (ours ${ours.toFixed(0)}, nginx ${theirs.toFixed(0)}, requests/s)\n`,
  )
}

/** Debian's wrk, in one thread. Throws when anything but answers came. */
async function load(
  rig: Rig | WebRig,
  seconds: number,
  connections: number,
): Promise<{ perSecond: number; p99Ms: number }> {
  const host = 'host' in rig ? ['-H', `Host: ${rig.host}:${rig.port}`] : []
  const args = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--latency', ...host]
  const program = spawn('wrk', [...args, `http://127.0.0.1:${rig.port}/`])
  const closed = once(program, 'close')
  const said = await text(program.stdout.setEncoding('utf8'))
  await closed
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1])
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? []
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(said)) throw new Error(`${rig.name} was not measured: ${said}`)
  const p99Ms = Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
  return { perSecond, p99Ms }
}
