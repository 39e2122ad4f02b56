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

/** Looks until every kind is found or has failed, and then no more. */
export async function lookForWays(...asked: Parameters<typeof beginSearch>): Promise<Search> {
  const search = beginSearch(...asked)
  await search.decided()
  const [found, failures] = [search.found(), search.failures()]
  return { found, failures, left: await search.stop() }
}

export interface RunningSearch {
  found(): ReadonlyMap<string, number>
  failures(): Readonly<Record<string, string>>
  /** Resolves when every kind is found or has failed. */
  decided(): Promise<void>
  /** Kinds whose links have broken, by end. */
  readonly lost: Readonly<Record<'initiator' | 'acceptor', Set<string>>>
  /** One end asks to look again; what was found is forgotten. */
  again(by: 'initiator' | 'acceptor'): void
  /** What is left then of sockets, timers and the like. */
  stop(): Promise<readonly string[]>
}

export function beginSearch(
  { worldAddresses }: NatLab,
  initiator: DirectEnd,
  acceptor: DirectEnd,
  { portMapping = false }: { portMapping?: boolean } = {},
): RunningSearch {
  searches += 1
  const search = `search ${searches}`
  const places = (ports: readonly number[]) =>
    Object.values(worldAddresses).flatMap((host) => ports.map((port) => ({ host, port })))
  const reached = { initiator: new Map<string, number>(), acceptor: new Map<string, number>() }
  const lost = { initiator: new Set<string>(), acceptor: new Set<string>() }
  let failures: Record<string, string> = {}
  const stopped = new Map<string, readonly string[]>()
  const ends = { acceptor: { end: acceptor, other: initiator }, initiator: { end: initiator, other: acceptor } }
  for (const role of ['acceptor', 'initiator'] as const) {
    const { end, other } = ends[role]
    end.program.onReport((report) => {
      if (report.search !== search) return
      if (report.report === 'signal') other.program.send({ order: 'signal', search, signal: report.signal })
      if (report.report === 'link') reached[role].set(report.kind, report.afterMs)
      if (report.report === 'lost') lost[role].add(report.kind)
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
  return {
    found,
    failures: () => failures,
    lost,
    async decided() {
      await eventually(() => ['lan', 'tcp', 'udp'].every(isDecided), {
        timeoutMs: 20_000,
        what: 'every way is decided',
      })
    },
    again(by) {
      for (const kinds of Object.values(reached)) kinds.clear()
      ends[by].end.program.send({ order: 'again', search })
    },
    async stop() {
      for (const { end } of Object.values(ends)) end.program.send({ order: 'stop', search })
      await eventually(() => stopped.size === 2, { what: 'both ends have stopped' })
      return [...stopped.values()].flat()
    },
  }
}
