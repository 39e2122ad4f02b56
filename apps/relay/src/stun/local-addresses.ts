// The addresses of this machine that others may ask, and what changes among them. Pure but for the question itself.

import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address'>[]>

/** One of IPv6 that counts on its own cable alone (fe80::/10) leads nobody here. */
const ofOneCable = /^fe[89ab]/i

/** Each once, and no more than `max`: the first ones. */
export function localAddresses(max: number, interfaces: Interfaces = networkInterfaces()): string[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  const useful = all.map(({ address }) => address).filter((address) => !ofOneCable.test(address))
  return [...new Set(useful)].slice(0, max)
}
