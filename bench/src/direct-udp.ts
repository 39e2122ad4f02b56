// One stream of bulk from agent to agent over a direct UDP path: beside wireguard-go, which carries UDP in user space, too,
// and over a long line that loses packets.

import { download, upload } from './load/client.ts'
import { startReady, type Rig } from './processes.ts'
import { startPair } from './rigs/agent-to-agent.ts'
import { insideTwoNetworks, longLine, type OtherNetwork, type TwoNetworks } from './rigs/two-networks.ts'
import { hasWireguard, startWireguard } from './rigs/wireguard.ts'
import { setting } from './settings.ts'
import { compareThroughput, lowerRatio, megabytes } from './throughput.ts'

export const run = (): Promise<void> => insideTwoNetworks('direct-udp', measure)

/** A stream over a long line takes its time to find out how fast it may go. */
const longDurationMs = 12_000

async function measure({ publicAddress, near, far }: TwoNetworks): Promise<void> {
  const long = await overLongLine(publicAddress, far)
  if (!hasWireguard()) return void process.stdout.write('left out, not installed: wireguard-go, wireguard-tools\n')
  await using service = await startService(near)
  await using ours = await startDirect(publicAddress, near, service.port)
  await using wireguard = await startWireguard(near, service.port)
  const figures = await compareThroughput([ours, wireguard], [wireguard])
  const [our, their] = [figures.get(ours), figures.get(wireguard)]
  if (our === undefined || their === undefined) return
  const { ratio, direction } = lowerRatio(our, their)
  const [ourMegabytes, theirMegabytes] = [our, their].map((each) =>
    megabytes(each[direction].bytesPerSecond).toFixed(0),
  )
  process.stdout.write(
    `direct-udp: ratio ${ratio.toFixed(2)} (ours ${ourMegabytes}, wireguard-go ${theirMegabytes}, MB/s ${direction}; ` +
      `${(long * 100).toFixed(0)} % of a line of ${describe()})\n`,
  )
}

const describe = (): string =>
  `${longLine.megabitsPerSecond} Mbit/s, ${longLine.roundTripMs} ms, ${longLine.lossPercent} % loss`

/** What of the line's rate comes out as payload, in the slower direction. */
async function overLongLine(publicAddress: string, far: OtherNetwork): Promise<number> {
  await using service = await startService(far)
  await using ours = await startDirect(publicAddress, far, service.port)
  const durationMs = setting('FARPORT_BENCH_LONG_MS', longDurationMs)
  const rates = { down: await download(ours, durationMs), up: await upload(ours, durationMs) }
  const [down, up] = [rates.down, rates.up].map((rate) => (rate * 8) / 1e6) as [number, number] // as many
  process.stdout.write(`over ${describe()}: ${down.toFixed(1)} Mbit/s down, ${up.toFixed(1)} up\n`)
  return Math.min(down, up) / longLine.megabitsPerSecond
}

const startService = ({ inside }: OtherNetwork) =>
  startReady(new URL('load/service.ts', import.meta.url), ['0.0.0.0'], inside)

async function startDirect(host: string, there: OtherNetwork, servicePort: number): Promise<Rig> {
  await using disposables = new AsyncDisposableStack()
  const pair = disposables.use(await startPair({ servicePort, host, agentInside: there.inside }))
  const { port } = await pair.open(pair.service, { path: 'udp' })
  const [, ...agentIds] = pair.processIds
  const owned = disposables.move()
  return { name: 'agent to agent, udp', port, processIds: agentIds, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
