import { describe, expect, it } from 'vitest'
import { isVerifiedBy, parseOrganization, verificationName, verificationValue } from './organization.ts'

const https = 'The logo is an address that begins with https://.'
const domain = 'Please enter a domain, such as example.com.'

describe('what is said of an organization', () => {
  it.each([
    ['nothing', {}, {}],
    ['null', { name: null, domain: null, logoUrl: null, providers: null }, {}],
    ['a name', { name: ' 東京 Lab ' }, { name: '東京 Lab' }],
    ['a name with markup, which is text', { name: '<b>Lab</b>' }, { name: '<b>Lab</b>' }],
    ['a domain', { domain: ' Example.COM ' }, { domain: 'example.com' }],
    ['a domain in its own letters', { domain: 'bücher.example' }, { domain: 'xn--bcher-kva.example' }],
    ['no domain any more', { domain: '' }, { domain: undefined }],
    ['a logo', { logoUrl: 'https://example.com/a.png' }, { logoUrl: 'https://example.com/a.png' }],
    ['no logo any more', { logoUrl: ' ' }, { logoUrl: undefined }],
    ['providers, one of them twice', { providers: ['SAML', 'SAML', 'OIDC'] }, { providers: ['SAML', 'OIDC'] }],
    ['no providers', { providers: [] }, { providers: [] }],
  ] as const)('%s', (_, wish, change) => {
    expect(parseOrganization(wish)).toEqual({ ok: true, value: change })
  })

  it.each([
    ['an empty name', { name: '  ' }, 'Cannot be empty'],
    ['a long name', { name: 'x'.repeat(101) }, 'Cannot exceed 100 characters'],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }, 'Cannot exceed 100 characters'],
    ['NUL in a name', { name: 'a\u0000b' }, 'Cannot contain control characters'],
    ['an escape sequence in a name', { name: '\u001B[31mred' }, 'Cannot contain control characters'],
    ['half a character in a name', { name: 'a\uD800' }, 'Cannot contain control characters'],
    ['two lines in a name', { name: 'a\nb' }, 'Cannot contain control characters'],
    ['a domain without a dot', { domain: 'localhost' }, domain],
    ['an address for a domain', { domain: '192.0.2.1' }, domain],
    ['another address for a domain', { domain: '[::1]' }, domain],
    ['a path behind the domain', { domain: 'example.com/a' }, domain],
    ['a port behind the domain', { domain: 'example.com:80' }, domain],
    ['an empty label in a domain', { domain: 'a..com' }, domain],
    ['an underscore in a domain', { domain: '_a.example.com' }, domain],
    ['a long domain', { domain: `${'a.'.repeat(200)}com` }, domain],
    ['a logo that is not encrypted', { logoUrl: 'http://example.com/a.png' }, https],
    ['a logo with a password', { logoUrl: 'https://a:b@example.com/a.png' }, https],
    ['a script for a logo', { logoUrl: 'javascript:alert(1)' }, https],
    ['a long logo', { logoUrl: `https://example.com/${'a'.repeat(3000)}` }, https],
  ])('is refused: %s', (_, wish, refusal) => {
    expect(parseOrganization(wish)).toEqual({ ok: false, refusal })
  })
})

describe('a domain is shown to be an organization’s', () => {
  const value = verificationValue(new Uint8Array([0, 1, 254, 255]))

  it('by a record under its name', () => {
    expect(verificationName('example.com')).toBe('_farport.example.com')
    expect(value).toBe('0001feff.domain-verification.farport')
  })

  it.each([
    ['the value', [value], true],
    ['the value as DNS may write it', [`${value.toUpperCase()}.`], true],
    ['another value', [`1${value}`], false],
    ['nothing', [], false],
  ])('when it leads to %s: %s', (_, cnames, isVerified) => {
    expect(isVerifiedBy(cnames, value)).toBe(isVerified)
  })
})
