// The addresses of this machine that others may ask.

import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address'>[]>

/** One of IPv6 that counts on its own cable alone (fe80::/10) leads nobody here. */
const ofOneCable = /^fe[89ab]/i
/** Further addresses are not asked by anybody. */
const addressesMax = 64
/** Looking costs a tenth of a millisecond, and many ports look: what was seen just now is good for all of them. */
const lookAgainMs = 1000

let seen: { readonly atMs: number; readonly addresses: readonly string[] } | undefined

/** As of a second ago at most. */
export function localAddressesNow(): readonly string[] {
  const nowMs = performance.now()
  if (seen === undefined || nowMs - seen.atMs >= lookAgainMs) {
    seen = { atMs: nowMs, addresses: localAddresses(addressesMax, networkInterfaces()) }
  }
  return seen.addresses
}

/** Each once, and no more than `max`: the first ones. */
export function localAddresses(max: number, interfaces: Interfaces): string[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  const useful = all.map(({ address }) => address).filter((address) => !ofOneCable.test(address))
  return [...new Set(useful)].slice(0, max)
}
