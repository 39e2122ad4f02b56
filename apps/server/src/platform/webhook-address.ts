// Which addresses webhooks may go to: those of the internet, and what the operator allows besides. Whoever chooses a
// webhook must not reach what only this machine can reach.

import { BlockList, isIP } from 'node:net'

export type AddressGuard = (address: string) => boolean

/** `allowedNetworks`: addresses and ranges such as 10.0.0.0/8, parsed before. */
export function createAddressGuard(allowedNetworks: readonly string[]): AddressGuard {
  const allowed = blockListOf(allowedNetworks)
  return (address) => {
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (isIP(address) === 0) return false
    return allowed.check(address, family) || isOnInternet(address, family)
  }
}

function isOnInternet(address: string, family: 'ipv4' | 'ipv6'): boolean {
  // Rules for IPv4 are held against IPv4 in IPv6 clothes (`::ffff:…`), too.
  if (family === 'ipv4' || mapped.check(address, family)) return !internal.check(address, family)
  return assigned.check(address, family) && !special.check(address, family)
}

/** IPv4 that is private, of one machine, of one link, shared by a provider, of examples, of groups, or of no use. */
const internal = blockListOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])

const mapped = blockListOf(['::ffff:0:0/96'])

/** All of the IPv6 internet. Outside are loopback, private (fc00::), one link (fe80::), groups, NAT64 and what is unused. */
const assigned = blockListOf(['2000::/3'])

/** In it, and no host of its own: Teredo and its like, examples, and 6to4, which has an IPv4 address within. */
const special = blockListOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}
