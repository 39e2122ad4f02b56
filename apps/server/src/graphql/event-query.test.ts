import { expect, it } from 'vitest'
import { isEventQuery } from './event-query.ts'

it.each([
  ['{ event { id } }', true],
  ['query Live { __typename event { id } }', true],
  ['{ ...E } fragment E on Query { event { id } }', true],
  ['{ ... on Query { event { id } } }', true],
  ['{ event { id } login { id } }', false],
  ['{ other: login { id } }', false],
  ['{ ...E } fragment E on Query { login { id } }', false],
  ['mutation { event }', false],
  ['query A { event { id } } query B { event { id } }', false],
  ['fragment E on Query { event { id } }', false],
])('%s: %s', (query, isOne) => {
  expect(isEventQuery(query)).toBe(isOne)
})
