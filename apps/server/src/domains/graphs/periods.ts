// The periods of a series: hours, days, months … of the calendar and the clocks of a time zone, the last of them the
// present one.

import type { TimeSeriesResolution } from '@farport/contract'
import { momentOfLocal, type TimeZone } from './time-zone.ts'

export interface Periods {
  /** When each begins, in their order. */
  readonly startsMs: readonly number[]
  /** When the last one ends. */
  readonly endMs: number
}

const clockMs = { SECOND: 1000, MINUTE: 60_000, HOUR: 3_600_000 } as const

/** How many there may be: a month of hours, a year of days, and one more for the present that has only begun. */
export const lengthMax: Readonly<Record<TimeSeriesResolution, number>> = {
  SECOND: 120,
  MINUTE: 120,
  HOUR: 24 * 31,
  DAY: 366,
  WEEK: 53,
  MONTH: 13,
  QUARTER: 5,
  YEAR: 2,
}

export const lengthUsual: Readonly<Record<TimeSeriesResolution, number>> = {
  SECOND: 60,
  MINUTE: 60,
  HOUR: 24,
  DAY: 7,
  WEEK: 4,
  MONTH: 12,
  QUARTER: 4,
  YEAR: 1,
}

export function periodsUntil(
  nowMs: number,
  wanted: { resolution: TimeSeriesResolution; length: number; zone: TimeZone },
): Periods {
  const { resolution, length, zone } = wanted
  const bounds =
    resolution === 'SECOND' || resolution === 'MINUTE' || resolution === 'HOUR'
      ? clockBounds(nowMs, clockMs[resolution], wanted)
      : calendarBounds(nowMs, resolution, wanted)
  return { startsMs: bounds.slice(0, length), endMs: bounds.at(-1) ?? momentOfLocal(zone, nowMs) }
}

/** All of one length, also when the clocks change meanwhile. */
function clockBounds(nowMs: number, stepMs: number, { length, zone }: { length: number; zone: TimeZone }): number[] {
  const offsetMs = zone.offsetMsAt(nowMs)
  const present = Math.floor((nowMs + offsetMs) / stepMs) * stepMs - offsetMs
  return Array.from({ length: length + 1 }, (_, place) => present + (place - length + 1) * stepMs)
}

function calendarBounds(
  nowMs: number,
  resolution: Exclude<TimeSeriesResolution, keyof typeof clockMs>,
  { length, zone }: { length: number; zone: TimeZone },
): number[] {
  const today = new Date(nowMs + zone.offsetMsAt(nowMs))
  return Array.from({ length: length + 1 }, (_, place) =>
    momentOfLocal(zone, beginningOf(today, resolution, place - length + 1)),
  )
}

/** In local time as if it were UTC; `step` counts from the present period. */
function beginningOf(
  today: Date,
  resolution: Exclude<TimeSeriesResolution, keyof typeof clockMs>,
  step: number,
): number {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  switch (resolution) {
    case 'DAY':
      return Date.UTC(year, month, day + step)
    case 'WEEK':
      return Date.UTC(year, month, day - ((today.getUTCDay() + 6) % 7) + step * 7)
    case 'MONTH':
      return Date.UTC(year, month + step)
    case 'QUARTER':
      return Date.UTC(year, month - (month % 3) + step * 3)
    case 'YEAR':
      return Date.UTC(year + step, 0)
  }
}
