// How the way of a session's bytes went over time: few points, and the fewer the longer it lives.

import type { PathKind } from '@farport/protocol'

export interface PathPoint {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly path: PathKind
  readonly roundTripMs?: number | undefined
  /** 0 to 1. */
  readonly loss?: number | undefined
  /** Since the session began, in decimal. */
  readonly txBytes: string
  readonly rxBytes: string
  readonly streams: number
}

export const pathPointsMax = 64
/** A graph is drawn of about so many; the rest is room for changes of the path, which are kept between them. */
const pointsWanted = 40
const spacingMsMin = 10_000

/** The same list comes back when the point tells too little to be kept. A full one is thinned out, the oldest first to go. */
export function addPathPoint(points: readonly PathPoint[], point: PathPoint): readonly PathPoint[] {
  const last = points.at(-1)
  const first = points[0] ?? point
  const spacingMs = Math.max(spacingMsMin, (point.at - first.at) / pointsWanted)
  const isNews = last === undefined || last.path !== point.path || point.at - last.at >= spacingMs
  if (!isNews) return points
  const added = [...points, point]
  return added.length <= pathPointsMax ? added : thinned(added, spacingMs).slice(-pathPointsMax)
}

function thinned(points: readonly PathPoint[], spacingMs: number): PathPoint[] {
  const kept: PathPoint[] = []
  for (const point of points) {
    const before = kept.at(-1)
    if (before === undefined || before.path !== point.path || point.at - before.at >= spacingMs) kept.push(point)
  }
  return kept
}

/** Undefined when nobody measured it. */
export function averageRoundTripMs(points: readonly PathPoint[]): number | undefined {
  const measured = points.flatMap((point) => point.roundTripMs ?? [])
  if (measured.length === 0) return undefined
  return Math.round(measured.reduce((sum, one) => sum + one, 0) / measured.length)
}
