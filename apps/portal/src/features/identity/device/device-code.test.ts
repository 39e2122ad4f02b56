import { expect, it } from 'vitest'
import { formatDeviceCode, isWholeDeviceCode } from './device-code.ts'

it.each([
  ['bdgh', 'BDGH', false],
  ['bdghj', 'BDGH-J', false],
  ['bdgh jkmn', 'BDGH-JKMN', true],
  [' BDGH-JKMNPQ', 'BDGH-JKMN', true],
  ['<script>', 'SCRI-PT', false],
])('%j is the code %s', (text, code, isWhole) => {
  expect(formatDeviceCode(text)).toBe(code)
  expect(isWholeDeviceCode(code)).toBe(isWhole)
})
