import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it.each([
  ['8.8.8.8', true],
  ['::ffff:8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['10.1.2.3', false],
  ['::ffff:10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['100.128.0.1', true],
  ['169.254.1.1', false],
  ['127.0.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['relay.example', false],
  ['', false],
])('%s has a place on Earth: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
