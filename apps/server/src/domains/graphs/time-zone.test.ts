import { describe, expect, it } from 'vitest'
import { momentOfLocal, timeZone } from './time-zone.ts'

describe('a time zone', () => {
  it.each([
    ['UTC', '2026-07-01T00:00:00.999Z', 0],
    ['Asia/Tokyo', '2026-07-01T00:00:00Z', 9 * 60],
    ['Asia/Kathmandu', '2026-07-01T00:00:00Z', 5 * 60 + 45],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -3 * 60 - 30],
    ['America/St_Johns', '2026-07-01T00:00:00Z', -2 * 60 - 30],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['Pacific/Kiritimati', '2026-12-31T23:59:59Z', 14 * 60],
  ])('%s is at %s by so many minutes ahead of UTC', (name, moment, minutes) => {
    expect(timeZone(name).offsetMsAt(Date.parse(moment)) / 60_000).toBe(minutes)
  })

  it.each([
    ['an ordinary midnight', 'Europe/Berlin', '2026-11-20', '2026-11-19T23:00:00Z'],
    ['midnight before clocks go forward', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z'],
    ['midnight after clocks went forward', 'Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00Z'],
    ['midnight before clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
    ['midnight after clocks went back', 'Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00Z'],
    // Here clocks go from 23:59:59 to 01:00:00: the day begins with its second hour.
    ['a midnight that is skipped', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
    // Here clocks go from 00:59:59 back to 00:00:00: the day begins with the first of the two.
    ['a midnight that comes twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
  ])('knows %s', (_, name, date, moment) => {
    expect(new Date(momentOfLocal(timeZone(name), Date.parse(date))).toISOString()).toBe(new Date(moment).toISOString())
  })
})
