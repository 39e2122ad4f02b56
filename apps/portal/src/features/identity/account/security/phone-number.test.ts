import { describe, expect, it } from 'vitest'
import { countries, countryOf, parsePhone } from './phone-number.ts'

describe('a phone number', () => {
  it.each([
    ['as Americans write it', '(415) 555-2671', 'US', '+14155552671'],
    ['as Japanese write it', '090-1234-5678', 'JP', '+819012345678'],
    ['of another country', '090-1234-5678', 'US', undefined],
    ['that brings its country', '+81 90 1234 5678', 'US', '+819012345678'],
    ['that is too short', '12', 'US', undefined],
    ['in a country that there is not', '(415) 555-2671', 'ZZ', '+14155552671'],
    ['that is none', 'hello', 'US', undefined],
  ])('%s', (_, text, country, phone) => {
    expect(parsePhone(text, country)).toBe(phone)
  })

  it.each([
    ['+819012345678', 'JP'],
    [null, 'US'],
  ])('%s belongs to %s', (phone, country) => {
    expect(countryOf(phone)).toBe(country)
  })
})

it('countries have names in the language of the reader', () => {
  expect(countries('ja')).toContainEqual({ value: 'JP', label: '日本 (+81)' })
  expect(countries('en')).toContainEqual({ value: 'US', label: 'United States (+1)' })
})
