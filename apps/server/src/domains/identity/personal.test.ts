import { describe, expect, it } from 'vitest'
import { parsePersonalChange } from './personal.ts'

describe('a change of what is personal', () => {
  it.each([
    [{}, {}],
    [{ language: null, timezone: null }, {}],
    [{ language: 'ja' }, { language: 'ja' }],
    [{ timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
    [{ timezone: 'asia/tokyo' }, { timezone: 'Asia/Tokyo' }],
    [
      { timezone: 'America/Argentina/Salta', language: 'en' },
      { timezone: 'America/Argentina/Salta', language: 'en' },
    ],
    [{ timezone: 'UTC' }, { timezone: 'UTC' }],
  ])('%j is understood', (wish, change) => {
    expect(parsePersonalChange(wish)).toEqual({ ok: true, value: change })
  })

  it.each([
    [{ language: 'de' }],
    [{ language: '' }],
    [{ timezone: '' }],
    [{ timezone: '+09:00' }],
    [{ timezone: 'Mars/Olympus' }],
    [{ timezone: 'Asia/Tokyo; drop table' }],
    [{ timezone: `Asia/${'x'.repeat(100)}` }],
  ])('%j is refused', (wish) => {
    expect(parsePersonalChange(wish)).toMatchObject({ ok: false, refusal: { code: 'INVALID' } })
  })
})
