// How a session went over time, as lines to draw. Pure.

import type { PathKind, SessionWayQuery } from '#graphql'

type Session = SessionWayQuery['login']['account']['sessions'][number]
export type HistoryPoint = Session['history'][number]

export interface LinePoint {
  /** Milliseconds since the Unix epoch. */
  x: number
  y: number
}

/** A way that carried from one moment to the next. */
export interface PathStretch {
  path: PathKind
  from: number
  to: number
}

export interface PathOverTime {
  /** Bytes per second both ways, each since the moment before. */
  rates: LinePoint[]
  /** Milliseconds; only where somebody measured. */
  roundTrips: LinePoint[]
  stretches: PathStretch[]
}

export function pathOverTime(history: readonly HistoryPoint[], nowMs: number): PathOverTime {
  const moments = history.map(({ at }) => Date.parse(at))
  const rates = history.flatMap((point, index) => {
    const [before, x, since] = [history[index - 1], moments[index], moments[index - 1]]
    if (before === undefined || x === undefined || since === undefined || x <= since) return []
    const bytes = Number(carried(point) - carried(before))
    return [{ x, y: Math.max(0, bytes / ((x - since) / 1000)) }]
  })
  const roundTrips = history.flatMap(({ roundTrip }, index) => {
    const x = moments[index]
    return roundTrip === null || x === undefined ? [] : [{ x, y: roundTrip }]
  })
  return { rates, roundTrips, stretches: stretchesOf(history, moments, nowMs) }
}

function stretchesOf(history: readonly HistoryPoint[], moments: readonly number[], nowMs: number): PathStretch[] {
  const stretches: PathStretch[] = []
  for (const [index, { path }] of history.entries()) {
    const from = moments[index] ?? nowMs
    const to = moments[index + 1] ?? Math.max(from, nowMs)
    const last = stretches.at(-1)
    if (last?.path === path) last.to = to
    else stretches.push({ path, from, to })
  }
  return stretches
}

const carried = ({ txBytes, rxBytes }: HistoryPoint): bigint => BigInt(txBytes) + BigInt(rxBytes)
