import { applicationId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { linkCodeOf, linkRefusalMessages, linkUrl, parseLinkChange } from './connect-link.ts'

const unchanged = { password: 'keep', enabled: undefined, allow: undefined, deny: undefined }

describe('a change of a connect link', () => {
  it.each([
    ['nothing', {}, unchanged],
    ['a password', { password: ' hunter2 ' }, { ...unchanged, password: { text: 'hunter2' } }],
    ['a password of 49 characters', { password: 'x'.repeat(49) }, { ...unchanged, password: { text: 'x'.repeat(49) } }],
    ['asterisks', { password: '*' }, unchanged],
    ['many asterisks', { password: '*'.repeat(1000) }, unchanged],
    ['no password', { password: null }, { ...unchanged, password: 'none' }],
    ['an empty password', { password: '  ' }, { ...unchanged, password: 'none' }],
    ['to be switched off', { enabled: false }, { ...unchanged, enabled: false }],
    [
      'addresses',
      { allow: [' 192.0.2.0/24', '2001:DB8::1', '2001:db8::1'], deny: [] },
      { ...unchanged, allow: ['192.0.2.0/24', '2001:db8::1'], deny: [] },
    ],
    ['lists that are null', { allow: null, deny: null, enabled: null }, unchanged],
  ])('may be %s', (_, wish, expected) => {
    expect(parseLinkChange(wish)).toEqual({ ok: true, value: expected })
  })

  it.each([
    ['a password of 50 characters', { password: 'x'.repeat(50) }, 'Cannot exceed 49 characters'],
    ['a password of a million', { password: 'x'.repeat(1_000_000) }, 'Cannot exceed 49 characters'],
    ['a word', { allow: ['home'] }, 'Addresses are IP addresses, or ranges of them such as 192.0.2.0/24.'],
    ['a wide range', { deny: ['192.0.2.0/33'] }, 'Addresses are IP addresses, or ranges of them such as 192.0.2.0/24.'],
    [
      'an address with NUL',
      { allow: ['192.0.2.1\0'] },
      'Addresses are IP addresses, or ranges of them such as 192.0.2.0/24.',
    ],
    [
      'a long address',
      { allow: ['1'.repeat(1_000_000)] },
      'Addresses are IP addresses, or ranges of them such as 192.0.2.0/24.',
    ],
    [
      '10,000 addresses',
      { allow: Array.from({ length: 10_000 }, () => '192.0.2.1') },
      'A list has at most 100 addresses.',
    ],
  ])('is not %s', (_, wish, message) => {
    const parsed = parseLinkChange(wish)
    expect(parsed.ok || linkRefusalMessages[parsed.refusal]).toBe(message)
  })
})

describe('the address of a connect link', () => {
  const link = { code: '0123456789abcdef', port: 30_001 }
  it.each([
    ['a web page', applicationId.https, link, 'https://0123456789abcdef.links.example'],
    ['a web page without encryption of its own', applicationId.http, link, 'https://0123456789abcdef.links.example'],
    ['another TCP service', applicationId.ssh, link, 'tcp://0123456789abcdef.links.example:30001'],
    ['a UDP service', applicationId.udp, link, 'udp://0123456789abcdef.links.example:30001'],
    [
      'one that has become no web page',
      applicationId.ssh,
      { ...link, port: undefined },
      'tcp://0123456789abcdef.links.example',
    ],
  ])('of %s', (_, application, shown, url) => {
    expect(linkUrl(shown, { application }, 'links.example')).toBe(url)
  })

  it('has every random bit in it', () => {
    expect(linkCodeOf(new Uint8Array(10))).toBe('0'.repeat(16))
    expect(linkCodeOf(new Uint8Array(10).fill(255))).toBe('z'.repeat(16))
  })
})
