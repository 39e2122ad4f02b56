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

export function pathOverTime(history: readonly HistoryPoint[]): PathOverTime {
  const moments = history.map(({ at }) => Date.parse(at))
  const rates = history.flatMap((point, index) => {
    const [before, x, since] = [history[index - 1], moments[index], moments[index - 1]]
    if (before === undefined || x === undefined || since === undefined || x <= since) return []
    const bytes = Number(carried(point) - carried(before))
    const y = Math.max(0, bytes / ((x - since) / 1000))
    // The first holds from the beginning on.
    return index === 1
      ? [
          { x: since, y },
          { x, y },
        ]
      : [{ x, y }]
  })
  const roundTrips = history.flatMap(({ roundTrip }, index) => {
    const x = moments[index]
    return roundTrip === null || x === undefined ? [] : [{ x, y: roundTrip }]
  })
  return { rates, roundTrips, stretches: stretchesOf(history, moments) }
}

/** What was seen at a moment was so until the next. */
function stretchesOf(history: readonly HistoryPoint[], moments: readonly number[]): PathStretch[] {
  const stretches: PathStretch[] = []
  for (const [index, { path }] of history.entries()) {
    const [from, to] = [moments[index], moments[index + 1]]
    if (from === undefined || to === undefined) break
    const last = stretches.at(-1)
    if (last?.path === path) last.to = to
    else stretches.push({ path, from, to })
  }
  return stretches
}

const carried = ({ txBytes, rxBytes }: HistoryPoint): bigint => BigInt(txBytes) + BigInt(rxBytes)
