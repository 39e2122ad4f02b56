import { describe, expect, it } from 'vitest'
import { eventRangeMsMax, parseEventPage } from './event-page.ts'

const now = Date.UTC(2026, 10, 20)
const monthAgo = new Date(now - eventRangeMsMax)
const newest = { after: undefined, size: 100, from: monthAgo, to: new Date(now), types: undefined }

describe('a page of a log', () => {
  it.each([
    ['nothing said', {}, newest],
    ['empty words', { after: '', types: [] }, newest],
    ['an end of the page before', { after: 'e-0000000000000001' }, { ...newest, after: 'e-0000000000000001' }],
    ['types', { types: ['DEVICE_STATE'] }, { ...newest, types: ['DEVICE_STATE'] }],
    [
      'a last day',
      { maxDate: monthAgo.toISOString() },
      { ...newest, to: monthAgo, from: new Date(now - 2 * eventRangeMsMax) },
    ],
    ['too long a time', { minDate: '2020-01-01T00:00:00.000Z' }, newest],
  ] as const)('with %s', (_, wish, request) => {
    expect(parseEventPage(wish, now)).toEqual({ ok: true, value: request })
  })

  it.each([
    ['nothing on it', { size: 0 }],
    ['too much on it', { size: 1001 }],
    ['an end that is no event', { after: 'd-0000000000000001' }],
    ['its end before its beginning', { minDate: '2026-11-20T00:00:00.000Z', maxDate: '2026-11-19T00:00:00.000Z' }],
  ])('is refused with %s', (_, wish) => {
    expect(parseEventPage(wish, now)).toMatchObject({ ok: false })
  })
})
