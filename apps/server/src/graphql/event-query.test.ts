import { expect, it } from 'vitest'
import { loadSchema } from '@farport/contract/schema'
import { asksAlike, isEventQuery } from './event-query.ts'

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

const schema = loadSchema()

it.each([
  ['{ event { id __typename target { id owner { email } device { id name created } } actor { email } } }', true],
  ['{ event { ... on DeviceConnectEvent { source platform } } }', true],
  ['{ event { ...E } } fragment E on DeviceShareEvent { scripting users { id email } }', true],
  ['{ event { target { device { permissions } } } }', false],
  ['{ event { target { device { viewerCan { rename { allowed } } } } } }', false],
  ['{ event { target { device { services { id } } } } }', false],
  ['{ event { actor { id devices { total } } } }', false],
  ['{ event { devices { id } } }', false],
])('%s is answered alike: %s', (query, isAlike) => {
  expect(asksAlike(query, schema)).toBe(isAlike)
})
