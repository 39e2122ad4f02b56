import { describe, expect, it } from 'vitest'
import { createAddressGuard } from './webhook-address.ts'
import { parseWebhookUrl } from './webhook-url.ts'

const mayReach = createAddressGuard([])
const parse = (text: string) => parseWebhookUrl(text, mayReach)

describe('the URL of a webhook', () => {
  it.each([
    ['https://example.org/hook', 'https://example.org/hook'],
    ['  http://example.org  ', 'http://example.org/'],
    ['HTTPS://EXAMPLE.org/Hook?key=1#part', 'https://example.org/Hook?key=1'],
    ['https://example.org:8443/', 'https://example.org:8443/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://例え.jp/通知', 'https://xn--r8jz45g.jp/%E9%80%9A%E7%9F%A5'],
  ])('%s is taken', (text, url) => {
    expect(parse(text)).toEqual({ ok: true, value: url })
  })

  it.each([
    ['', 'invalid'],
    ['example.org', 'invalid'],
    ['https:example.org', 'invalid'],
    ['https://', 'invalid'],
    ['ftp://example.org/', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['javascript:alert(1)', 'invalid'],
    ['http://[fe80::1%25eth0]/', 'invalid'],
    [`https://example.org/${'x'.repeat(2048)}`, 'invalid'],
    ['https://me@example.org/', 'with-credentials'],
    ['https://me:secret@example.org/', 'with-credentials'],
    ['http://example.org:22/', 'odd-port'],
    ['http://example.org:25/', 'odd-port'],
    ['http://example.org:6379/', 'odd-port'],
    ['http://example.org:0/', 'odd-port'],
    ['http://127.0.0.1/', 'internal'],
    ['http://2130706433/', 'internal'],
    ['http://0x7f.1/', 'internal'],
    ['http://0177.0.0.1/', 'internal'],
    ['http://①②⑦.⓪.⓪.①/', 'internal'],
    ['http://0/', 'internal'],
    ['http://[::1]/', 'internal'],
    ['http://[::ffff:127.0.0.1]/', 'internal'],
    ['http://169.254.169.254/latest/meta-data', 'internal'],
  ])('%s is refused: %s', (text, refusal) => {
    expect(parse(text)).toEqual({ ok: false, refusal })
  })
})

describe('an address that webhooks may reach', () => {
  it.each([
    ['8.8.8.8', true],
    ['2606:4700:4700::1111', true],
    ['::ffff:8.8.8.8', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.0.0.192', false],
    ['192.0.2.1', false],
    ['192.88.99.1', false],
    ['192.168.1.1', false],
    ['198.19.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::127.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b:1::1', false],
    ['100::1', false],
    ['2001::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['3fff::1', false],
    ['4000::1', false],
    ['fc00::1', false],
    ['fd00:ec2::254', false],
    ['fe80::1', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['example.org', false],
    ['', false],
  ])('%s: %s', (address, isReachable) => {
    expect(mayReach(address)).toBe(isReachable)
  })

  it.each([
    ['192.168.1.1', true],
    ['192.168.2.1', false],
    ['::ffff:192.168.1.1', true],
    ['10.0.0.7', true],
    ['fd00::1', true],
    ['fd01::1', false],
    ['127.0.0.1', false],
  ])('where the operator allows 192.168.1.0/24, 10.0.0.7 and fd00::/16, %s: %s', (address, isReachable) => {
    expect(createAddressGuard(['192.168.1.0/24', '10.0.0.7', 'fd00::/16'])(address)).toBe(isReachable)
  })
})
