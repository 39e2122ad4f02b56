import { expect, test } from 'vitest'
import { ipReachOf, isInNetwork, isLoopback, plainAddress } from './ip-ranges.ts'

test.each([
  ['0.0.0.0', 'nowhere'],
  ['0.1.2.3', 'nowhere'],
  ['10.1.2.3', 'private'],
  ['11.0.0.1', 'public'],
  ['100.63.255.255', 'public'],
  ['100.64.0.1', 'private'],
  ['100.128.0.1', 'public'],
  ['127.0.0.1', 'nowhere'],
  ['127.255.0.1', 'nowhere'],
  ['169.254.1.1', 'link'],
  ['172.15.0.1', 'public'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['192.169.1.1', 'public'],
  ['223.255.255.255', 'public'],
  ['224.0.0.1', 'nowhere'],
  ['239.255.255.250', 'nowhere'],
  ['240.0.0.1', 'nowhere'],
  ['255.255.255.255', 'nowhere'],
  ['::', 'nowhere'],
  ['::1', 'nowhere'],
  ['::2', 'public'],
  ['::ffff:10.0.0.1', 'nowhere'],
  ['::ffff:8.8.8.8', 'nowhere'],
  ['fc00::1', 'private'],
  ['fdff::1', 'private'],
  ['fe80::1', 'link'],
  ['febf::1', 'link'],
  ['fec0::1', 'public'],
  ['ff02::1', 'nowhere'],
  ['2001:db8::1', 'public'],
  ['localhost', 'nowhere'],
  ['', 'nowhere'],
])('%s reaches: %s', (address, reach) => {
  expect(ipReachOf(address)).toBe(reach)
})

test.each([
  ['192.168.1.200', '192.168.1.17/24', true],
  ['192.168.2.200', '192.168.1.17/24', false],
  ['192.168.2.200', '192.168.1.17/22', true],
  ['192.168.1.17', '192.168.1.17/32', true],
  ['192.168.1.16', '192.168.1.17/32', false],
  ['1.2.3.4', '0.0.0.0/0', true],
  ['2001:db8::1', '2001:db8::/64', true],
  ['2001:db8:0:1::1', '2001:db8::/64', false],
  ['192.168.1.1', '2001:db8::/0', false],
  ['192.168.1.1', '192.168.1.0', false],
  ['nowhere', '192.168.1.0/24', false],
])('%s in %s: %s', (address, network, isInside) => {
  expect(isInNetwork(address, network)).toBe(isInside)
})

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.1', '192.0.2.1'],
])('%s is %s, told plainly', (address, plain) => {
  expect(plainAddress(address)).toBe(plain)
})

test.each(['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
  '%s leads back',
  (address) => {
    expect(isLoopback(address)).toBe(true)
  },
)

test.each([
  '128.0.0.1',
  '1.27.0.1',
  '::',
  '::2',
  '::ffff:192.0.2.1',
  '127.0.0.1.example',
  '127.0.0.1%eth0',
  '::1%lo',
  '127.1',
  'localhost',
  '',
])('%s leads elsewhere, or nowhere', (address) => {
  expect(isLoopback(address)).toBe(false)
})
