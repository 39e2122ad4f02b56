import { describe, expect, it } from 'vitest'
import { chooseLanguage, parseEmail, parsePassword } from './identity.ts'

describe('an e-mail address', () => {
  it.each([
    ['is lower-cased and trimmed', '  Ann@Example.ORG ', 'ann@example.org'],
    ['may have a tag', 'ann+farport@example.org', 'ann+farport@example.org'],
  ])('%s', (_, text, email) => {
    expect(parseEmail(text)).toEqual({ ok: true, value: email })
  })

  it.each([
    ['nothing', ''],
    ['no at-sign', 'ann.example.org'],
    ['a space inside', 'ann @example.org'],
    ['letters of full width', 'ａnn@example.org'],
    ['an at-sign of full width', 'ann＠example.org'],
    ['a line break inside', 'ann@example.org\nbcc: bob@example.org'],
    ['255 characters', `${'a'.repeat(243)}@example.org`],
  ])('is refused with %s', (_, text) => {
    expect(parseEmail(text)).toMatchObject({ ok: false, refusal: { code: 'INVALID_EMAIL' } })
  })
})

describe('a password', () => {
  it.each([
    ['6 characters are too few', 'a'.repeat(6), 'PASSWORD_TOO_SHORT'],
    ['7 are enough', 'a'.repeat(7), undefined],
    ['64 are not too many', 'a'.repeat(64), undefined],
    ['65 are', 'a'.repeat(65), 'PASSWORD_TOO_LONG'],
  ])('%s', (_, text, code) => {
    const password = parsePassword(text)
    expect(password.ok ? undefined : password.refusal.code).toBe(code)
  })
})

describe('the language', () => {
  it.each([
    [undefined, 'en'],
    ['ja', 'ja'],
    ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
    ['en-US,en;q=0.9,ja;q=0.8', 'en'],
    ['de,ja;q=0.5,en;q=0.7', 'en'],
    ['de', 'en'],
  ])('of a browser that wants %s is %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language)
  })
})
