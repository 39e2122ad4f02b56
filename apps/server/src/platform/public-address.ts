// Whether an address is one of the whole internet's, and so has a place on Earth.

import { BlockList, isIP } from 'node:net'
import { plainAddress } from '@farport/protocol'

/** Networks that stand everywhere: private, of one machine, of one link, of providers behind their own, of examples. */
const everywhere = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  everywhere.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  everywhere.addSubnet(network, prefix, 'ipv6')
}

/** An IPv4 address in IPv6 clothes (`::ffff:…`) is judged by what it is. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address)
  const version = isIP(plain)
  return version !== 0 && !everywhere.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
