import type { TimeSeriesType } from '@farport/contract'
import { describe, expect, it } from 'vitest'
import { accountSums } from './account-activity.ts'
import { parseTimeSeries, sumsBetween, valueOf, type TimeSeriesArguments } from './time-series.ts'

describe('what is asked for', () => {
  it.each<[string, TimeSeriesArguments, object]>([
    ['nothing said', {}, { type: 'ONLINE_DURATION', resolution: 'DAY', length: 7 }],
    ['all said', { type: 'USAGE', resolution: 'HOUR', length: 48 }, { type: 'USAGE', resolution: 'HOUR', length: 48 }],
    ['null', { type: null, resolution: null, length: null }, { type: 'ONLINE_DURATION', resolution: 'DAY', length: 7 }],
    ['a resolution', { resolution: 'MONTH' }, { type: 'ONLINE_DURATION', resolution: 'MONTH', length: 12 }],
    ['a month of hours', { resolution: 'HOUR', length: 744 }, { resolution: 'HOUR', length: 744 }],
  ])('with %s', (_, wish, expected) => {
    expect(parseTimeSeries(wish, 'ONLINE_DURATION')).toMatchObject({ ok: true, value: expected })
  })

  it.each<[string, TimeSeriesArguments, string]>([
    ['none', { length: 0 }, '`length` is 1 to 366 for the resolution DAY.'],
    ['less than none', { length: -1 }, '`length` is 1 to 366 for the resolution DAY.'],
    ['too many hours', { resolution: 'HOUR', length: 745 }, '`length` is 1 to 744 for the resolution HOUR.'],
    ['too many years', { resolution: 'YEAR', length: 3 }, '`length` is 1 to 2 for the resolution YEAR.'],
  ])('is refused with a length of %s', (_, wish, refusal) => {
    expect(parseTimeSeries(wish, 'ONLINE_DURATION')).toEqual({ ok: false, refusal })
  })
})

describe('the value of a period', () => {
  const sum = { onMs: 1500, begins: 2, ends: 3, lengthMs: 6000 }
  it.each<[TimeSeriesType, number]>([
    ['AVAILABILITY', 0.25],
    ['ONLINE_DURATION', 1.5],
    ['ONLINE', 2],
    ['OFFLINE', 3],
    ['USAGE', 0.25],
    ['CONNECT_DURATION', 1.5],
    ['CONNECT', 2],
    ['DISCONNECT', 3],
  ])('as %s is %d', (type, value) => {
    expect(valueOf(type, sum)).toBe(value)
  })

  it('has no share of no time', () => {
    expect(valueOf('AVAILABILITY', { ...sum, onMs: 0, lengthMs: 0 })).toBe(0)
  })
})

describe('sums', () => {
  const totals = (onMs: number, begins = 0) => ({ onMs, begins, ends: 0 })

  it('are what came between two moments, from the creation on', () => {
    expect(sumsBetween([totals(0), totals(10, 1), totals(30, 1)], [0, 100, 150], 60)).toEqual([
      { ...totals(10, 1), lengthMs: 40 },
      { ...totals(20), lengthMs: 50 },
    ])
  })

  it('of an account are counted back from the present', () => {
    // Three are on; in the last period one came with 20 to go, in the first one went with 60 to go.
    const periods = new Map([
      [0, { step: -1, restMs: -60, begins: 0, ends: 1 }],
      [2, { step: 1, restMs: 20, begins: 1, ends: 0 }],
    ])
    expect(accountSums({ level: 3, periods }, [0, 100, 200, 250])).toEqual([
      { onMs: 240, begins: 0, ends: 1 },
      { onMs: 200, begins: 0, ends: 0 },
      { onMs: 120, begins: 1, ends: 0 },
    ])
  })

  it('of an account without devices are nothing', () => {
    expect(accountSums(undefined, [0, 100])).toEqual([{ onMs: 0, begins: 0, ends: 0 }])
  })
})
