import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

describe('where people go on to', () => {
  it.each([
    ['a page', '/devices', '/devices'],
    ['a page with a query and a place in it', '/devices?state=online#top', '/devices?state=online#top'],
    ['nothing', undefined, '/'],
    ['no text', '', '/'],
    ['another site', 'https://evil.example', '/'],
    ['another site, with our protocol', '//evil.example', '/'],
    ['what browsers take for that', '/\\evil.example', '/'],
    ['the same, further on', '/a\\..\\\\evil.example', '/'],
    ['what becomes that', '/./\t/evil.example', '/'],
    ['what becomes that without its dots', '/a/..//evil.example', '/'],
    ['a name without a slash', 'devices', '/'],
    ['a script', 'javascript:alert(1)', '/'],
    ['a call that acts', '/auth/v1/globalSignout', '/'],
    ['a call that acts, around a corner', '/x/../auth/v1/globalSignout', '/'],
    ['a line break', '/a\r\nset-cookie: x', '/'],
    ['too much', `/${'a'.repeat(1000)}`, '/'],
  ])('%s', (_, text, expected) => {
    expect(ownPath(text)).toBe(expected)
  })

  it('or to what was meant for that', () => {
    expect(ownPath('//evil.example', '/account/security')).toBe('/account/security')
  })
})
