import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  parseRegistrationCode,
  registrationCodeBytes,
  registrationCodeOf,
  registrationCommand,
} from './registration.ts'

describe('a registration code', () => {
  it('keeps every random bit, and can be parsed', () => {
    const codes = Array.from({ length: 200 }, () => registrationCodeOf(randomBytes(registrationCodeBytes)))
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(parseRegistrationCode(code)).toBe(code)
    expect(registrationCodeOf(new Uint8Array(15))).toBe('0'.repeat(24))
    expect(registrationCodeOf(new Uint8Array(15).fill(255))).toBe('z'.repeat(24))
  })

  it.each([
    ['  0123456789ABCDEFGHJKMNPQ\n', '0123456789abcdefghjkmnpq'],
    ['0123456789abcdefghjkmnp', undefined],
    ['0123456789abcdefghjkmnpqr', undefined],
    ['0123456789abcdefghjkmnp;', undefined],
    ['', undefined],
  ])('%j is read as %j', (text, code) => {
    expect(parseRegistrationCode(text)).toBe(code)
  })

  it('stands in the command that a person copies', () => {
    expect(registrationCommand('https://farport.example', 'abc')).toBe(
      'curl -fsSL https://farport.example/install/abc | sh',
    )
  })
})
