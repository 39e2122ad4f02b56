// What a place is to this machine: of its own network, or beyond.

import { ipReachOf, isInNetwork } from '@farport/protocol'
import type { HostAddress } from './host-addresses.ts'

/** Of the same network as one of these addresses, or private, so that it can be of no other. */
export function isNearby(host: string, own: readonly HostAddress[]): boolean {
  return ipReachOf(host) !== 'public' || own.some(({ network }) => isInNetwork(host, network))
}
