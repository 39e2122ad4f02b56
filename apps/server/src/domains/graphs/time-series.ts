// A time series: what is asked for, and what each period has come to. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { TimeSeriesResolution, TimeSeriesType } from '@farport/contract'
import type { ActivityTotals } from '#domains/devices'
import { lengthMax, lengthUsual } from './periods.ts'

export interface TimeSeriesArguments {
  readonly type?: TimeSeriesType | null | undefined
  readonly resolution?: TimeSeriesResolution | null | undefined
  readonly length?: number | null | undefined
  readonly timezone?: string | null | undefined
}

export interface TimeSeriesRequest {
  readonly type: TimeSeriesType
  readonly resolution: TimeSeriesResolution
  readonly length: number
}

export interface TimeSeries {
  readonly type: TimeSeriesType
  readonly resolution: TimeSeriesResolution
  readonly start: Date
  readonly end: Date
  readonly time: Date[]
  readonly data: number[]
}

/** The refusal is the sentence for the person. */
export function parseTimeSeries(
  wish: TimeSeriesArguments,
  typeUsual: TimeSeriesType,
): Result<TimeSeriesRequest, string> {
  const resolution = wish.resolution ?? 'DAY'
  const length = wish.length ?? lengthUsual[resolution]
  const max = lengthMax[resolution]
  if (length < 1 || length > max) return refuse(`\`length\` is 1 to ${max} for the resolution ${resolution}.`)
  return accept({ type: wish.type ?? typeUsual, resolution, length })
}

/** What a type is counted of. */
export function isOfConnections(type: TimeSeriesType): boolean {
  return type === 'USAGE' || type === 'CONNECT_DURATION' || type === 'CONNECT' || type === 'DISCONNECT'
}

/** What one period has come to, and how much time there was in it to be on: of several things, that of all of them. */
export interface PeriodSum extends ActivityTotals {
  readonly lengthMs: number
}

/** From totals at each moment, of which the last is the present, for a thing that is there since `createdMs`. */
export function sumsBetween(
  totals: readonly ActivityTotals[],
  momentsMs: readonly number[],
  createdMs: number,
): PeriodSum[] {
  return totals.slice(1).map((after, place) => {
    const [before, fromMs, toMs] = [totals[place], momentsMs[place], momentsMs[place + 1]]
    if (before === undefined || fromMs === undefined || toMs === undefined) throw new RangeError('a moment is missing')
    return {
      onMs: after.onMs - before.onMs,
      begins: after.begins - before.begins,
      ends: after.ends - before.ends,
      lengthMs: Math.max(0, toMs - Math.max(fromMs, createdMs)),
    }
  })
}

export function valueOf(type: TimeSeriesType, sum: PeriodSum): number {
  switch (type) {
    case 'AVAILABILITY':
    case 'USAGE':
      return sum.lengthMs === 0 ? 0 : Math.min(1, sum.onMs / sum.lengthMs)
    case 'ONLINE_DURATION':
    case 'CONNECT_DURATION':
      return sum.onMs / 1000
    case 'ONLINE':
    case 'CONNECT':
      return sum.begins
    case 'OFFLINE':
    case 'DISCONNECT':
      return sum.ends
  }
}
