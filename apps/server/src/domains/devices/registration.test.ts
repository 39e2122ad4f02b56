import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  parseRegistration,
  parseRegistrationCode,
  parseTemplate,
  registrationCodeBytes,
  registrationCodeOf,
  registrationCommand,
  registrationRefusalMessages,
  templateRefusalMessages,
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
    ['Factory-Line-7', 'factory-line-7'],
    ['1234567', undefined],
    ['x'.repeat(65), undefined],
    ['0123456789abcdefghjkmnp;', undefined],
    ['factory line 7', undefined],
    ['factory_line', undefined],
    ['工場工場工場工場', undefined],
    ['factory\u0000line', undefined],
    ['x'.repeat(1_000_000), undefined],
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

const settings = { name: undefined, platform: undefined, lifeMs: 86_400_000, usesLeft: undefined, code: undefined }
const year = 31_536_000

describe('what a person says about a registration code', () => {
  it.each([
    ['nothing', {}, settings],
    ['a name that is cleaned', { name: ' Kitchen\u202e<b>.local ' }, { ...settings, name: 'Kitchen--b-' }],
    ['an empty name', { name: '  ' }, settings],
    ['a platform', { platform: 1072 }, { ...settings, platform: 1072 }],
    ['no platform', { platform: 65_535 }, settings],
    ['a minute', { timeout: 60 }, { ...settings, lifeMs: 60_000 }],
    ['a year', { timeout: year }, { ...settings, lifeMs: year * 1000 }],
    ['one use', { oneTimeUse: true }, { ...settings, usesLeft: 1 }],
    ['one use, whatever the limit', { oneTimeUse: true, useLimit: 7 }, { ...settings, usesLeft: 1 }],
    ['seven uses', { useLimit: 7, oneTimeUse: false }, { ...settings, usesLeft: 7 }],
    ['a code', { code: ' Factory-7 ' }, { ...settings, code: 'Factory-7' }],
  ])('may be %s', (_, wish, expected) => {
    expect(parseRegistration(wish)).toEqual({ ok: true, value: expected })
  })

  it.each([
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'Cannot exceed 100 characters'],
    ['a name of a million', { name: 'x'.repeat(1_000_000) }, 'Cannot exceed 100 characters'],
    ['a platform below', { platform: -1 }, 'There is no such platform.'],
    ['a platform above', { platform: 65_536 }, 'There is no such platform.'],
    ['less than a minute', { timeout: 59 }, 'A registration code lives for 60 to 31,536,000 seconds.'],
    ['more than a year', { timeout: year + 1 }, 'A registration code lives for 60 to 31,536,000 seconds.'],
    ['no use', { useLimit: 0 }, 'A registration code is for 1 to 1,000,000 devices.'],
    ['too many uses', { useLimit: 1_000_001 }, 'A registration code is for 1 to 1,000,000 devices.'],
    ['a short code', { code: '1234567' }, 'A registration code of your own has 8 to 64 letters, digits and dashes.'],
    [
      'a code with NUL',
      { code: 'factory\0' },
      'A registration code of your own has 8 to 64 letters, digits and dashes.',
    ],
  ])('is not %s', (_, wish, message) => {
    const parsed = parseRegistration(wish)
    expect(parsed.ok || registrationRefusalMessages[parsed.refusal]).toBe(message)
  })
})

describe('a template', () => {
  it('gets the code wherever it has a place for it', () => {
    const parsed = parseTemplate('enrol [CODE] # [CODE]')
    expect(parsed.ok && parsed.value('$&x')).toBe('enrol $&x # $&x')
  })

  it.each([
    ['enrol [code]', 'The template has no place for the code: write [CODE] where it belongs.'],
    [`${'x'.repeat(10_000)}[CODE]`, 'A template has at most 10000 characters.'],
  ])('is refused otherwise', (template, message) => {
    const parsed = parseTemplate(template)
    expect(parsed.ok || templateRefusalMessages[parsed.refusal]).toBe(message)
  })
})
