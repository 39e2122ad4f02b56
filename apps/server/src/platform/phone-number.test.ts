import { expect, it } from 'vitest'
import { parsePhone } from './phone-number.ts'

it.each([
  ['of the United States without its country', '(415) 555-2671', '+14155552671'],
  ['with its country', '+81 90-1234-5678', '+819012345678'],
  ['with the sign for calls abroad', '011 81 90 1234 5678', '+819012345678'],
  ['of another country without it', '090-1234-5678', undefined],
  ['too short', '555-2671', undefined],
  ['that nobody can have', '+1 000 000 0000', undefined],
  ['within a text', 'call 415 555 2671 now', undefined],
  ['with an extension', '+1 415 555 2671 ext. 5', undefined],
  ['that is free to call', '+1 800 555 2671', undefined],
  ['that costs by the minute', '+44 909 879 0000', undefined],
  ['of a line in a wall', '+81 3-1234-5678', undefined],
  ['of no digits', 'phone', undefined],
  ['of nothing', '', undefined],
  ['that is endless', `+1${'4'.repeat(500)}`, undefined],
])('a number %s', (_, text, expected) => {
  expect(parsePhone(text)).toBe(expected)
})
