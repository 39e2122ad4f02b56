import { describe, expect, test } from 'vitest'
import { contains, parseAddressRange } from './address-range.ts'
import { listedRanges, mayReach, namesIn, ordinaryRanges } from './reach-rules.ts'

describe('a range', () => {
  test.each<[string, string, boolean]>([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.1.0.0/16', '10.0.0.0/8', false],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['192.0.2.128/25', '192.0.2.128', true],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '::ffff:203.0.113.1', false],
    ['203.0.113.0/24', '::ffff:203.0.113.1', true],
    ['::ffff:203.0.113.0/120', '203.0.113.1', true],
    ['2001:db8:0:8000::/49', '2001:db8:0:7fff::', false],
    ['2001:db8:0:8000::/49', '2001:db8:0:ffff::', true],
  ])('%s holds %s: %s', (outer, inner, expected) => {
    const [outerRange, innerRange] = [parseAddressRange(outer)!, parseAddressRange(inner)!]
    expect(contains(outerRange, innerRange)).toBe(expected)
  })

  test.each(['', 'localhost', '10.0.0.0/33', '1.2.3', 'fe80::1%eth0'])('%j is none', (text) => {
    expect(parseAddressRange(text)).toBeUndefined()
  })
})

describe('a service without rules', () => {
  const networks = ['192.168.1.5/24', '10.8.0.1/32', 'fe80::1/64', 'fd12:3456::5/64', '169.254.3.4/16']
  const ranges = ordinaryRanges(networks, ['203.0.113.9', '127.0.0.1', '10.8.0.1'])
  test.each<[string, string, number, boolean]>([
    ['its own network', '192.168.1.77', 80, true],
    ['its own network in IPv6 clothes', '::ffff:192.168.1.77', 80, true],
    ['its own IPv6 network', 'fd12:3456::77', 443, true],
    ['another network', '192.168.2.77', 80, false],
    ['the device by its own address', '192.168.1.5', 22, false],
    ['the device by that address of its own which the service says', '10.8.0.1', 22, true],
    ['the device by its own IPv6 address', 'fd12:3456::5', 22, false],
    ['the internet', '198.51.100.1', 443, false],
    ['the host of the service', '203.0.113.9', 443, true],
    ['the device itself, although the service says localhost', '127.0.0.1', 22, false],
    ['the device by another loopback address', '127.8.8.8', 22, false],
    ['the device by IPv6', '::1', 22, false],
    ['the device by IPv6 clothes', '::ffff:127.0.0.1', 22, false],
    ['the device by no address', '0.0.0.0', 22, false],
    ['the device by no address of IPv6', '::', 22, false],
    ['link-local neighbours', '169.254.3.5', 80, false],
    ['link-local neighbours of IPv6', 'fe80::2', 80, false],
    ['the metadata of its cloud', '169.254.169.254', 80, false],
    ['what is no address', 'localhost', 80, false],
  ])('reaches %s: %s:%i %s', (_name, address, port, expected) => {
    expect(mayReach(ranges, address, port)).toBe(expected)
  })
})

describe('a service with rules', () => {
  const addresses: Record<string, string[]> = {
    'printer.lan': ['192.168.9.9'],
    'rebound.example': ['127.0.0.1'],
    localhost: ['127.0.0.1', '::1'],
  }
  const addressesOf = (name: string) => addresses[name] ?? []
  test.each<[string[], string, number, boolean]>([
    [['10.0.0.0/8'], '10.1.2.3', 1, true],
    [['10.0.0.0/8'], '192.168.1.1', 1, false],
    [['10.0.0.0/8 80,443'], '10.1.2.3', 443, true],
    [['10.0.0.0/8 80,443'], '10.1.2.3', 22, false],
    [['10.0.0.0/8 8000-8999'], '10.1.2.3', 8999, true],
    [['10.0.0.0/8 8000-8999'], '10.1.2.3', 9000, false],
    [['10.0.0.0/8 80', '10.1.0.0/16'], '10.1.2.3', 22, true],
    [['printer.lan 631'], '192.168.9.9', 631, true],
    [['printer.lan 631'], '192.168.9.9', 80, false],
    [['nowhere.lan'], '192.168.9.9', 80, false],
    [['192.168.1.0/24 8080'], '192.168.1.5', 8080, true],
    [['rebound.example'], '127.0.0.1', 80, false],
    [['localhost 8080'], '::1', 8080, true],
    [['0.0.0.0/0', '::/0'], '198.51.100.1', 443, true],
    [['0.0.0.0/0', '::/0'], '127.0.0.1', 443, false],
    [['0.0.0.0/0', '::/0'], '169.254.169.254', 80, false],
    [['0.0.0.0/0', '::/0'], '100.100.100.200', 80, false],
    [['0.0.0.0/0', '::/0'], '::1', 443, false],
    [['0.0.0.0/0', '::/0'], '::7f00:1', 443, false],
    [['0.0.0.0/0', '::/0'], '64:ff9b::7f00:1', 443, false],
    [['0.0.0.0/0', '::/0'], '2002:7f00:1::', 443, false],
    [['0.0.0.0/0', '::/0'], 'fd00:ec2::254', 80, false],
    [['0.0.0.0/0', '::/0'], '239.1.1.1', 80, false],
    [['127.0.0.1 8080'], '127.0.0.1', 8080, true],
    [['127.0.0.1 8080'], '127.0.0.1', 8081, false],
    [['127.0.0.1 8080'], '127.0.0.2', 8080, false],
    [['169.254.0.0/16'], '169.254.169.254', 80, true],
    [['::1'], '::1', 80, true],
    [[], '10.0.0.1', 80, false],
    [['10.0.0.0/99', 'not a rule at all'], '10.0.0.1', 80, false],
  ])('%j reaches %s:%i %s', (allow, address, port, expected) => {
    expect(mayReach(listedRanges(allow, addressesOf), address, port)).toBe(expected)
  })

  test('names that have to be resolved are found', () => {
    expect(namesIn(['10.0.0.0/8', 'printer.lan 631', 'Nas', '..'])).toEqual(['printer.lan', 'nas'])
  })
})
