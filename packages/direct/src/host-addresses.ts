// This machine's own addresses: those at which others may find it.

import { networkInterfaces } from 'node:os'
import { ipFromBytes, ipToBytes, mayBeNamed } from '@farport/protocol'

export interface HostAddress {
  readonly host: string
  /** With the network's size: 192.168.1.17/24. */
  readonly network: string
}

/** A machine with more has many containers or prefixes, and the first ones are enough to be found by. */
const addressesMax = 6

export function hostAddresses(): HostAddress[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all
    .flatMap(({ internal, address, cidr }) => {
      const host = ipFromBytes(ipToBytes(address) ?? new Uint8Array())
      if (internal || host === undefined || !mayBeNamed(host, 'host')) return []
      return [{ host, network: cidr ?? host }]
    })
    .slice(0, addressesMax)
}
