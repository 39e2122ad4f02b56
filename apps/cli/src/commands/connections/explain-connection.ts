// How a connection fares, in lines for people: its conditions, its path, why there is no better one, and what it carried. Pure.

import {
  checkpointRows,
  type LocalConnection,
  type LocalSample,
  type PathKind,
  type RouteMode,
} from '@farport/protocol'
import { safeText } from '../../terminal/safe-text.ts'
import { formatFacts, formatTable } from '../../terminal/table.ts'

export const routeNames: Record<RouteMode, string> = {
  failover: 'Adaptive',
  p2p: 'Peer to peer only',
  proxy: 'Proxy only',
}

const pathNames: Record<PathKind, string> = {
  relay: 'by relay',
  lan: 'direct, in the local network',
  tcp: 'direct, over TCP',
  udp: 'direct, over UDP',
}

/** `samples`: of the connection over time, the latest last. */
export function explainConnection(connection: LocalConnection, samples: readonly LocalSample[], nowMs: number): string {
  const { state, error, route, reason, streams } = connection
  const facts: [string, string][] = [
    ['State', streams > 0 ? `${state}, ${streams} ${streams === 1 ? 'stream' : 'streams'}` : state],
    ['Route', routeNames[route]],
    ['Name', nameText(connection)],
    ['Path', pathText(connection, nowMs)],
    ...(reason === undefined ? [] : [['Not better', reason] satisfies [string, string]]),
    ['Round trip', connection.path === undefined ? 'none' : roundTripText(connection.path)],
    ['Carried', `${bytesText(connection.txBytes)} to the device, ${bytesText(connection.rxBytes)} from it`],
    ...(error === undefined ? [] : [[`Error ${error.code}`, error.message] satisfies [string, string]]),
  ]
  const rows = checkpointRows.map((row, index) => `  ${markOf(connection.checkpoints[index])}  ${row}`)
  return [formatFacts(facts), 'Checkpoints', ...rows, ...overTime(samples)].join('\n')
}

const samplesShown = 6

function overTime(samples: readonly LocalSample[]): string[] {
  if (samples.length === 0) return []
  const table = formatTable<LocalSample>(
    [
      { heading: 'Over time', cell: ({ at }) => new Date(at).toTimeString().slice(0, 8) },
      { heading: 'Path', cell: ({ path }) => path ?? 'none' },
      { heading: 'Round trip', cell: (sample) => (sample.path === undefined ? 'none' : roundTripText(sample)) },
      { heading: 'To', cell: ({ txBytes }) => bytesText(txBytes) },
      { heading: 'From', cell: ({ rxBytes }) => bytesText(rxBytes) },
    ],
    samples.slice(-samplesShown),
  )
  return [table]
}

/** Browsers take such names to this machine by themselves, whatever its name service says. */
function nameText({ name, checkpoints }: LocalConnection): string {
  const isResolving = checkpoints[checkpointRows.indexOf('Hostname resolved')]
  return isResolving === false ? `${name} (in browsers only, on this machine)` : name
}

export function pathText({ path }: LocalConnection, nowMs: number): string {
  if (path === undefined) return 'none'
  const remote = path.remote === undefined ? '' : ` (${safeText(path.remote)})`
  return `${pathNames[path.kind]}${remote}, for ${durationText(nowMs - path.since)}`
}

/** As short as people say it: 312 B, 4.2 MB. */
export function bytesText(byteCount: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, byteCount < 1 ? 0 : Math.floor(Math.log10(byteCount) / 3))
  const value = byteCount / 1000 ** power
  return `${power === 0 ? value : value.toFixed(value < 100 ? 1 : 0)} ${units[power]}`
}

function roundTripText({ roundTripMs, loss }: Pick<LocalSample, 'roundTripMs' | 'loss'>): string {
  if (loss === undefined) return 'not measured yet'
  const answer = roundTripMs === undefined ? 'no answer' : `${roundTripMs.toFixed(roundTripMs < 10 ? 1 : 0)} ms`
  return `${answer}, ${(loss * 100).toFixed(0)} % lost`
}

function durationText(timeMs: number): string {
  const seconds = Math.max(0, Math.round(timeMs / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

function markOf(checkpoint: boolean | null | undefined): string {
  if (checkpoint === null || checkpoint === undefined) return '-  '
  return checkpoint ? 'yes' : 'no '
}
