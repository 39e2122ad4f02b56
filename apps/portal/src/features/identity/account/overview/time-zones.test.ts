import { describe, expect, it } from 'vitest'
import { timeZoneChoices } from './time-zones.ts'

describe('the time zones to choose from', () => {
  it.each([
    ['those that the browser knows, after UTC', ['Asia/Tokyo'], null, ['UTC', 'Asia/Tokyo']],
    ['UTC once', ['Asia/Tokyo', 'UTC'], null, ['UTC', 'Asia/Tokyo']],
    [
      'the chosen one, which the browser does not know',
      ['Asia/Tokyo'],
      'Mars/Base',
      ['UTC', 'Asia/Tokyo', 'Mars/Base'],
    ],
    ['the chosen one once', ['Asia/Tokyo'], 'Asia/Tokyo', ['UTC', 'Asia/Tokyo']],
  ])('%s', (_, known, chosen, values) => {
    expect(timeZoneChoices(known, chosen).map(({ value }) => value)).toEqual(values)
  })

  it('are read without underscores', () => {
    expect(timeZoneChoices(['America/New_York'], null)).toContainEqual({
      value: 'America/New_York',
      label: 'America/New York',
    })
  })
})
