// Datagrams to a UDP service of a device: how many come through, with at most one in a thousand lost, by a relay and on a
// direct path. The load is iperf3's. Beside it stand the same load without us, and over as many hops of Node programs that do
// nothing but hand datagrams on: that is what the machine can do.

import { spawnSync } from 'node:child_process'
import { runProgram, startProgram } from '@farport/testkit'
import { startReady } from './processes.ts'
import { startPair } from './rigs/agent-to-agent.ts'
import { insideTwoNetworks, openPort, type OtherNetwork, type TwoNetworks } from './rigs/two-networks.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const megabitsWanted = 400
const megabitsMax = 1600
const lostPercentMax = 0.1
/** What stays under the smallest MTU of the tunnels that people have. */
const datagramBytes = 1200
/** A rate counts as carried when one of so many tries went well: other programs of the machine disturb. */
const triesMax = 3
/** Of iperf3's own sockets: bursts wait there. It is the way that is measured, not what a program is given by default. */
const socketBytes = '2M'
const startTimeoutMs = 4000

/** To the service, and where that is. */
interface Way {
  readonly name: string
  readonly address: string
  readonly port: number
  readonly service: { readonly port: number; readonly inside: readonly string[] }
}

/** Of `iperf3 -u -J`, as far as it is read here. */
interface IperfSum {
  readonly bits_per_second: number
  readonly lost_percent: number
}

export const run = (): Promise<void> => insideTwoNetworks('udp-service', measure)

async function measure({ publicAddress, near }: TwoNetworks): Promise<void> {
  if (spawnSync('iperf3', ['-v']).error !== undefined) return void process.stdout.write('left out: iperf3\n')
  const port = openPort
  const alone: Way = { name: 'iperf3 alone', address: near.address, port, service: { port, inside: near.inside } }
  await using stack = new AsyncDisposableStack()
  const open = async (path: 'relay' | 'udp'): Promise<Way> => ({
    name: `agent to agent, ${path}`,
    address: '127.0.0.1',
    port: await openUdp(stack, { host: publicAddress, there: near, servicePort: port, path }),
    service: alone.service,
  })
  const [relayed, direct] = [await open('relay'), await open('udp')]
  const hops = await openHops(stack, near)
  const rates = new Map<Way, number>()
  for (const way of [alone, hops, relayed, direct]) rates.set(way, await highestRate(way))
  const rateOf = (way: Way): number => rates.get(way) ?? 0
  printTable(
    ['', 'Mbit/s', 'datagrams/s'],
    [...rates].map(([way, rate]) => [way.name, rate.toFixed(0), ((rate * 1e6) / 8 / datagramBytes).toFixed(0)]),
  )
  const wanted = Math.min(megabitsWanted, rateOf(hops))
  const worst = rateOf(relayed) <= rateOf(direct) ? relayed : direct
  process.stdout.write(
    `udp-service: ratio ${(rateOf(worst) / wanted).toFixed(2)} (ours ${rateOf(worst).toFixed(0)}, wanted ${wanted.toFixed(0)}, ` +
      `Mbit/s with at most ${lostPercentMax} % lost, ${worst.name}; ${hops.name} ${rateOf(hops).toFixed(0)}, ` +
      `iperf3 alone ${rateOf(alone).toFixed(0)})\n`,
  )
}

/** Doubles the rate as long as it is carried, then halves the step. */
async function highestRate(way: Way): Promise<number> {
  let [carried, step] = [0, 100]
  while (carried + step <= megabitsMax && (await isCarried(way, carried + step))) {
    carried += step
    step = carried
  }
  for (step = Math.max(carried, 100) / 2; step >= 25; step /= 2) {
    if (carried + step <= megabitsMax && (await isCarried(way, carried + step))) carried += step
  }
  return carried
}

async function isCarried(way: Way, megabitsPerSecond: number): Promise<boolean> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const measured = await load(way, megabitsPerSecond)
    // What iperf3 cannot send in time it does not send.
    const isSent = measured !== undefined && measured.bits_per_second / 1e6 >= 0.97 * megabitsPerSecond
    if (isSent && measured.lost_percent <= lostPercentMax) return true
  }
  return false
}

/** Undefined when iperf3 has lost even what it begins with. */
async function load({ address, port, service }: Way, megabitsPerSecond: number): Promise<IperfSum | undefined> {
  const seconds = Math.ceil(setting('FARPORT_BENCH_MS', 1000) / 1000)
  const listening = ['-s', '-1', '-p', String(service.port), '--forceflush']
  await using server = startProgram({ command: 'iperf3', args: listening, inside: service.inside })
  await server.printed('Server listening')
  const what = ['-u', '-b', `${megabitsPerSecond}M`, '-l', String(datagramBytes), '-t', String(seconds)]
  const { output } = await runProgram({
    command: 'iperf3',
    args: ['-c', address, '-p', String(port), ...what, '-w', socketBytes, '-J'],
    timeoutMs: seconds * 1000 + startTimeoutMs,
  })
  if (!output.includes('"sum"')) return undefined
  const { end } = JSON.parse(output) as { end?: { sum?: IperfSum } } // as iperf3 writes it
  return end?.sum
}

/** From a program here to one at the other end, and from that to the service. */
async function openHops(stack: AsyncDisposableStack, near: OtherNetwork): Promise<Way> {
  const module = new URL('load/datagram-hop.ts', import.meta.url)
  const service = { port: openPort, inside: near.inside }
  const start = async (words: readonly (string | number)[], inside: readonly string[]): Promise<number> =>
    stack.use(await startReady(module, words.map(String), inside)).port
  const there = await start([near.address, near.address, openPort, openPort], near.inside)
  const port = await start(['127.0.0.1', near.address, there, openPort], [])
  return { name: 'two plain hops', address: '127.0.0.1', port, service }
}

/** Binds a local port for both: iperf3 wants TCP and UDP at the same one. */
async function openUdp(
  stack: AsyncDisposableStack,
  { host, there, servicePort, path }: { host: string; there: OtherNetwork; servicePort: number; path: 'relay' | 'udp' },
): Promise<number> {
  const pair = stack.use(await startPair({ servicePort, host, agentInside: there.inside }))
  const datagrams = pair.plane.addService(pair.device, { port: servicePort, protocol: 'UDP' })
  const { port } = await pair.open(pair.service, { path })
  await pair.open(datagrams, { path, port })
  return port
}
