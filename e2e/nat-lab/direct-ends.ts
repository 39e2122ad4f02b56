// Two ends in the lab look for direct ways to each other; the test carries their signals, as their session would.

import { eventually } from '@farport/testkit'
import { generatePrivateKey, publicKeyText, seedOf } from '@farport/protocol'
import type { EndOrder, EndReport } from './direct-end.ts'
import type { NatLab } from './nat-lab.ts'
import type { Namespace } from './namespaces.ts'
import { startLabProgram, type LabProgram } from './programs.ts'

export interface DirectEnd extends AsyncDisposable {
  readonly publicKey: string
  readonly program: LabProgram<EndOrder, EndReport>
}

export const stunPorts = [3478, 3479] as const

/** Answers STUN in the world, as a relay does. */
export function startStun({ world, worldAddresses }: NatLab): Promise<LabProgram<never, never>> {
  return startLabProgram(world, './public-stun.ts', [Object.values(worldAddresses).join(','), ...stunPorts.map(String)])
}

export async function startDirectEnd(host: Namespace): Promise<DirectEnd> {
  const key = generatePrivateKey()
  const program = await startLabProgram<EndOrder, EndReport>(host, './direct-end.ts', [seedOf(key).toString('hex')])
  return { publicKey: publicKeyText(key), program, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() }
}

export interface Search {
  /** Kinds whose links both ends have, and over which bytes came back. The time is that of the slower end. */
  readonly found: ReadonlyMap<string, number>
  /** Of the kinds that were not found: why, as the initiator says. */
  readonly failures: Readonly<Record<string, string>>
  /** Sockets, timers and the like that either end still had after it had stopped. */
  readonly left: readonly string[]
}

let searches = 0

/** Looks until every kind is found or has failed. */
export async function lookForWays(
  { worldAddresses }: NatLab,
  initiator: DirectEnd,
  acceptor: DirectEnd,
  { portMapping = false }: { portMapping?: boolean } = {},
): Promise<Search> {
  searches += 1
  const search = `search ${searches}`
  const places = (ports: readonly number[]) =>
    Object.values(worldAddresses).flatMap((host) => ports.map((port) => ({ host, port })))
  const reached = { initiator: new Map<string, number>(), acceptor: new Map<string, number>() }
  let failures: Record<string, string> = {}
  const stopped = new Map<string, readonly string[]>()
  const ends = [
    { role: 'acceptor', end: acceptor, other: initiator },
    { role: 'initiator', end: initiator, other: acceptor },
  ] as const
  for (const { role, end, other } of ends) {
    end.program.onReport((report) => {
      if (report.search !== search) return
      if (report.report === 'signal') other.program.send({ order: 'signal', search, signal: report.signal })
      if (report.report === 'link') reached[role].set(report.kind, report.afterMs)
      if (report.report === 'findings' && role === 'initiator') failures = { ...report.findings.failures }
      if (report.report === 'stopped') stopped.set(role, report.left)
    })
    end.program.send({
      order: 'look',
      search,
      options: {
        role,
        peerKey: other.publicKey,
        stun: places(stunPorts),
        stunOverTcp: places([stunPorts[0]]),
        allows: { lan: true, tcp: true, udp: true, portMapping },
      },
    })
  }
  const found = (): Map<string, number> =>
    new Map(
      [...reached.initiator].flatMap(([kind, ms]) => {
        const there = reached.acceptor.get(kind)
        return there === undefined ? [] : [[kind, Math.max(ms, there)]]
      }),
    )
  const isDecided = (kind: string): boolean =>
    found().has(kind) || kind in failures || (kind === 'tcp' && found().has('lan'))
  await eventually(() => ['lan', 'tcp', 'udp'].every(isDecided), { timeoutMs: 20_000, what: 'every way is decided' })
  for (const { end } of ends) end.program.send({ order: 'stop', search })
  await eventually(() => stopped.size === 2, { what: 'both ends have stopped' })
  return { found: found(), failures, left: [...stopped.values()].flat() }
}
