// What a SOCKS service may be used to reach: its own rules, or the networks that the device is in. Names are resolved on
// the device first, and the address that comes of it is judged. Pure.

import { parseReachRule, type PortRange } from '@farport/vocabulary'
import { contains, parseAddressRange, type AddressRange } from './address-range.ts'

/** What a rule has become, its name resolved. */
export interface ReachableRange {
  readonly range: AddressRange
  /** Undefined: all of them. */
  readonly ports: readonly PortRange[] | undefined
  /** Written by a person, who may mean even what is closed to everybody else. */
  readonly isListed: boolean
  /** In the range, and not meant. */
  readonly except: readonly AddressRange[]
}

/** Names in rules that have to be resolved before they mean anything. */
export function namesIn(allow: readonly string[]): readonly string[] {
  return allow.map(parseReachRule).flatMap((rule) => (rule.ok && rule.value.to === 'name' ? [rule.value.name] : []))
}

/** `addressesOf`: what the device takes a name for, now. A rule that cannot be read opens nothing. */
export function listedRanges(
  allow: readonly string[],
  addressesOf: (name: string) => readonly string[],
): readonly ReachableRange[] {
  return allow.flatMap((text) => {
    const parsed = parseReachRule(text)
    if (!parsed.ok) return []
    const rule = parsed.value
    const places = rule.to === 'range' ? [rule.range] : addressesOf(rule.name)
    // A name server must not say that a name is this device.
    const isListed = rule.to === 'range' || rule.name === 'localhost'
    return rangesOf(places).map((range) => ({ range, ports: rule.ports, isListed, except: [] }))
  })
}

/**
 * Where nobody has written rules: the networks that the device is in, and the host of the service itself. `networks` are
 * ranges, each by the device's own address in it: there its firewall may take us for a program of the device.
 */
export function ordinaryRanges(
  networks: readonly string[],
  hostAddresses: readonly string[],
): readonly ReachableRange[] {
  const own = rangesOf(networks.map((network) => network.replace(/\/.*$/, '')))
  const ordinary = { ports: undefined, isListed: false }
  return [
    ...rangesOf(networks).map((range) => ({ ...ordinary, range, except: own })),
    ...rangesOf(hostAddresses).map((range) => ({ ...ordinary, range, except: [] })),
  ]
}

export function mayReach(ranges: readonly ReachableRange[], address: string, port: number): boolean {
  const target = parseAddressRange(address)
  if (target === undefined) return false
  const closed = closedRanges.filter((range) => contains(range, target))
  return ranges.some(
    ({ range, ports, isListed, except }) =>
      contains(range, target) &&
      !except.some((each) => contains(each, target)) &&
      (ports?.some(({ first, last }) => first <= port && port <= last) ?? true) &&
      // 0.0.0.0/0 says "the internet", not "the programs of this device": what is closed has to be named as such.
      (closed.length === 0 || (isListed && closed.some((each) => contains(each, range)))),
  )
}

/** Undefined when they are none: an address has no zone here. */
const rangesOf = (texts: readonly string[]): readonly AddressRange[] =>
  texts.map(parseAddressRange).filter((range) => range !== undefined)

/** Never reached unless a rule lies wholly inside: the device itself, its neighbours by cable, clouds' own services. */
const closedRanges = rangesOf([
  '0.0.0.0/8', // "this host": Linux takes it for loopback
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and the metadata of most clouds
  '100.100.100.200', // the metadata of one
  '192.0.0.192', // … and of another
  '224.0.0.0/3', // multicast, reserved, broadcast
  '::/96', // unspecified, loopback, and addresses that stand for IPv4 ones
  '64:ff9b::/96', // IPv4 addresses behind a NAT64
  '64:ff9b:1::/48',
  '2002::/16', // IPv4 addresses by 6to4
  'fd00:ec2::254', // the metadata of a cloud
  'fe80::/10',
  'ff00::/8',
])
