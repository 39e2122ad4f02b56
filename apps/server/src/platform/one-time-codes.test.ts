import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { expect, it } from 'vitest'
import { createCodeHasher, newDigits, newLetters } from './one-time-codes.ts'

const hasher = createCodeHasher(new Secret(randomBytes(32)))
const hash = hasher.hash('123456', 'phone a-1')

it.each([
  ['the code of its owner', hasher, '123456', 'phone a-1', true],
  ['another code', hasher, '123457', 'phone a-1', false],
  ['a code of another length', hasher, '12345', 'phone a-1', false],
  ['the code of another owner', hasher, '123456', 'phone a-2', false],
  ['a code moved between owner and code', hasher, '1\n123456', 'phone a-', false],
  ['another installation', createCodeHasher(new Secret(randomBytes(32))), '123456', 'phone a-1', false],
])('%s', (_, one, code, owner, fits) => {
  expect(one.fits(code, owner, hash)).toBe(fits)
})

it('codes are of the length and the letters that were asked for, and differ', () => {
  expect(newDigits(6).reveal()).toMatch(/^\d{6}$/)
  const codes = Array.from({ length: 50 }, () => newLetters(8).reveal())
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{8}$/)
  expect(new Set(codes).size).toBe(50)
})
