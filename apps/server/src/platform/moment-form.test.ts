import { types } from 'pg'
import { describe, expect, it } from 'vitest'
import { readMoment } from './moment-form.ts'

const readAnyForm = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown // typed as any

describe('a moment from PostgreSQL', () => {
  it.each([
    '2026-11-20 10:00:00+00',
    '2026-11-20 10:00:00.1+00',
    '2026-11-20 10:00:00.123456+00',
    '2026-11-20 23:59:59.999999+09',
    '2026-06-01 12:00:00.5+05:30',
    '1900-02-28 01:02:03-11:30',
    '1969-12-31 23:59:59.999999+00',
  ])('%s is read as pg reads it', (text) => {
    expect(readMoment(text, () => 'a rare form')).toEqual(readAnyForm(text))
  })

  it.each([
    'infinity',
    '-infinity',
    '0001-01-01 00:00:00+00',
    '0099-12-31 10:00:00.5+00',
    '0044-03-15 00:00:00+00 BC',
    '12026-11-20 10:00:00+00',
    '1883-11-18 12:03:57-04:56:02',
  ])('%s is left to pg', (text) => {
    expect(readMoment(text, () => 'a rare form')).toBe('a rare form')
  })
})
