// Which part of the world an address belongs to, as far as it matters for sending to it.

import { ipFromBytes, ipToBytes } from './ip-bytes.ts'

/**
 * nowhere: no host has it, or it is this machine itself, or many at once. link: means something on one link only.
 * private: of a network that has its own addresses. public: everywhere the same.
 */
export type IpReach = 'nowhere' | 'link' | 'private' | 'public'

const ranges: readonly (readonly [range: string, reach: IpReach])[] = [
  ['0.0.0.0/8', 'nowhere'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['127.0.0.0/8', 'nowhere'],
  ['169.254.0.0/16', 'link'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['224.0.0.0/3', 'nowhere'],
  ['::/127', 'nowhere'],
  ['::ffff:0:0/96', 'nowhere'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link'],
  ['ff00::/8', 'nowhere'],
]

const parsed = ranges.map(([range, reach]) => {
  const [address = '', bits] = range.split('/')
  return { bytes: ipToBytes(address) ?? new Uint8Array(), bits: Number(bits), reach }
})

/** nowhere, too, when the text is no address. */
export function ipReachOf(address: string): IpReach {
  const bytes = ipToBytes(address)
  if (bytes === undefined) return 'nowhere'
  return parsed.find((range) => isInside(bytes, range))?.reach ?? 'public'
}

/** An address as a socket tells it: IPv4 in IPv6 clothes is IPv4, and the name of a local interface is no part of it. */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*$/, '')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1] ?? withoutZone
}

/** Whether it leads back to the machine that uses it, however it is written. With the name of an interface it is no address. */
export function isLoopback(address: string): boolean {
  const bytes = ipToBytes(address)
  const text = bytes && ipFromBytes(bytes)
  return text === '::1' || text?.startsWith('127.') === true
}

/** Whether an address is in a network such as 192.168.1.17/24. False when either is none. */
export function isInNetwork(address: string, network: string): boolean {
  const [host = '', bits] = network.split('/')
  const bytes = ipToBytes(address)
  const networkBytes = ipToBytes(host)
  if (bytes === undefined || networkBytes === undefined || bits === undefined) return false
  return isInside(bytes, { bytes: networkBytes, bits: Number(bits) })
}

function isInside(address: Uint8Array, range: { bytes: Uint8Array; bits: number }): boolean {
  if (address.length !== range.bytes.length) return false
  return address.every((byte, at) => {
    const bits = Math.min(8, Math.max(0, range.bits - at * 8))
    const mask = (0xff00 >> bits) & 0xff
    return (byte & mask) === ((range.bytes[at] ?? 0) & mask)
  })
}
