import type { TimeSeriesResolution } from '@farport/contract'
import { describe, expect, it } from 'vitest'
import { lengthMax, lengthUsual, periodsUntil } from './periods.ts'
import { timeZone } from './time-zone.ts'

const periods = (now: string, resolution: TimeSeriesResolution, length: number, zone: string) => {
  const { startsMs, endMs } = periodsUntil(Date.parse(now), { resolution, length, zone: timeZone(zone) })
  return [...startsMs, endMs].map((ms) => new Date(ms).toISOString().replace(/(:00)?\.000Z$/, ''))
}

describe('periods', () => {
  it.each<[TimeSeriesResolution, number, string, string, string[]]>([
    ['SECOND', 2, 'UTC', '2026-11-20T08:00:00.5Z', ['2026-11-20T07:59:59', '2026-11-20T08:00', '2026-11-20T08:00:01']],
    ['MINUTE', 2, 'UTC', '2026-11-20T08:00:59Z', ['2026-11-20T07:59', '2026-11-20T08:00', '2026-11-20T08:01']],
    ['HOUR', 1, 'Asia/Kathmandu', '2026-11-20T08:20:00Z', ['2026-11-20T08:15', '2026-11-20T09:15']],
    ['HOUR', 2, 'America/St_Johns', '2026-11-20T08:20:00Z', ['2026-11-20T06:30', '2026-11-20T07:30', '2026-11-20T08:30']], // prettier-ignore
    ['DAY', 2, 'Asia/Tokyo', '2026-11-20T15:00:00Z', ['2026-11-19T15:00', '2026-11-20T15:00', '2026-11-21T15:00']],
    ['DAY', 2, 'Asia/Tokyo', '2026-11-20T14:59:59Z', ['2026-11-18T15:00', '2026-11-19T15:00', '2026-11-20T15:00']],
    ['DAY', 2, 'Europe/Berlin', '2026-03-29T12:00:00Z', ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00']],
    ['WEEK', 2, 'UTC', '2026-11-22T12:00:00Z', ['2026-11-09T00:00', '2026-11-16T00:00', '2026-11-23T00:00']],
    ['WEEK', 1, 'UTC', '2026-11-23T00:00:00Z', ['2026-11-23T00:00', '2026-11-30T00:00']],
    ['MONTH', 2, 'America/New_York', '2026-03-31T23:00:00Z', ['2026-02-01T05:00', '2026-03-01T05:00', '2026-04-01T04:00']], // prettier-ignore
    ['QUARTER', 2, 'UTC', '2026-02-28T00:00:00Z', ['2025-10-01T00:00', '2026-01-01T00:00', '2026-04-01T00:00']],
    ['YEAR', 2, 'UTC', '2026-11-20T00:00:00Z', ['2025-01-01T00:00', '2026-01-01T00:00', '2027-01-01T00:00']],
  ])('by %s, %i in %s, at %s', (resolution, length, zone, now, expected) => {
    expect(periods(now, resolution, length, zone)).toEqual(expected)
  })

  it('follow each other, and the last holds the present, wherever and whenever', () => {
    const now = Date.parse('2026-03-29T00:30:00Z')
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const [resolution, length] of Object.entries(lengthUsual) as [TimeSeriesResolution, number][]) {
        for (const nowMs of [now, now + 182 * 86_400_000]) {
          const { startsMs, endMs } = periodsUntil(nowMs, { resolution, length, zone: timeZone(zone) })
          expect(startsMs).toHaveLength(length)
          expect(startsMs.toSorted((left, right) => left - right)).toEqual(startsMs)
          expect(startsMs.at(-1)).toBeLessThanOrEqual(nowMs)
          expect(endMs).toBeGreaterThan(nowMs)
          const quarters = startsMs.filter((ms) => ms % 900_000 === 0)
          if (resolution !== 'SECOND' && resolution !== 'MINUTE') expect(quarters).toEqual(startsMs)
        }
      }
    }
  })

  it('reach back no further than to the beginning of last year', () => {
    const nowMs = Date.parse('2026-01-01T00:00:00Z')
    for (const [resolution, length] of Object.entries(lengthMax) as [TimeSeriesResolution, number][]) {
      const { startsMs } = periodsUntil(nowMs, { resolution, length, zone: timeZone('UTC') })
      expect(startsMs[0]).toBeGreaterThanOrEqual(Date.parse('2024-12-01T00:00:00Z'))
    }
  })
})
