// Two machines of their own on this one: network namespaces with cables between them. A bench that wants them runs anew
// inside the first, `here`; the second is `there`. No TCP can be opened across but to what `here` offers in public, so that
// agents that look for a direct path find one by UDP.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { commandIn, Namespaces, type Namespace } from '../../../e2e/nat-lab/namespaces.ts'
import { startReady } from '../processes.ts'

/** What is at the other end of a cable. */
export interface OtherNetwork {
  /** What to start a program with, as startProgram's `inside`. */
  readonly inside: readonly string[]
  readonly address: string
}

export interface TwoNetworks {
  /** Of this end, for what everybody may reach. */
  readonly publicAddress: string
  /** By a cable as fast as the machine. */
  readonly near: OtherNetwork
  /** By a cable like a long line: see `longLine`. */
  readonly far: OtherNetwork
}

/** The only one of the other networks that takes TCP: for what is measured without us. */
export const openPort = 5201

export const longLine = { megabitsPerSecond: 100, roundTripMs: 40, lossPercent: 2 } as const

const publicAddress = '10.77.0.1'
const near = { own: '10.77.1.1', address: '10.77.1.2', device: 'near' }
const far = { own: '10.77.2.1', address: '10.77.2.2', device: 'far' }

/** Runs `body` in a process of its own, inside; or says why there can be no such networks here. */
export async function insideTwoNetworks(bench: string, body: (networks: TwoNetworks) => Promise<void>): Promise<void> {
  const [nearName, farName] = (process.env['FARPORT_BENCH_NETWORKS'] ?? '').split(' ')
  if (nearName && farName) {
    return body({
      publicAddress,
      near: { inside: insideOf(nearName), address: near.address },
      far: { inside: insideOf(farName), address: far.address },
    })
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    process.stdout.write('left out: only root of a Linux may make network namespaces\n')
    return
  }
  await using namespaces = new Namespaces()
  await namespaces.removeOrphans()
  const here = await namespaces.create('here')
  const [nearOne, farOne] = [await namespaces.create('near'), await namespaces.create('far')]
  await here.run(`ip addr add ${publicAddress}/32 dev lo`)
  await namespaces.connect([here, near.device], [nearOne, near.device])
  await using _cable = await startLongLine(here, farOne)
  for (const [namespace, { own, address, device }] of [
    [nearOne, near],
    [farOne, far],
  ] as const) {
    await here.run(`ip addr add ${own}/24 dev ${device}; ip link set ${device} up\n${noTcpBy(device, own)}`)
    await namespace.run(`ip addr add ${address}/24 dev ${device}; ip link set ${device} up
      ip route add ${publicAddress} via ${own}\n${noTcpBy(device, address)}`)
  }
  await runInside(here, bench, [nearOne.name, farOne.name])
}

const insideOf = (name: string): readonly string[] => {
  const { command, args } = commandIn({ name }, '')
  return [command, ...args.slice(0, -1)]
}

const noTcpBy = (device: string, address: string): string => `nft -f - <<END
  table inet no_tcp_${device} {
    chain input {
      type filter hook input priority filter
      iifname ${device} ip daddr ${address} tcp dport != ${openPort} tcp flags & (syn | ack) == syn drop
    }
  }
END`

function startLongLine(here: Namespace, there: Namespace) {
  const { megabitsPerSecond, roundTripMs, lossPercent } = longLine
  const words = [far.device, there.name, megabitsPerSecond, roundTripMs / 2, lossPercent].map(String)
  return startReady(new URL('../load/long-line.ts', import.meta.url), words, insideOf(here.name))
}

async function runInside(here: Namespace, bench: string, names: readonly string[]): Promise<void> {
  const main = new URL('../main.ts', import.meta.url).pathname
  const { command, args } = commandIn(here, process.execPath, [main, bench])
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, FARPORT_BENCH_NETWORKS: names.join(' ') },
  })
  const [code] = (await once(child, 'exit')) as [number | null] // as Node documents the event
  process.exitCode = code ?? 1
}
