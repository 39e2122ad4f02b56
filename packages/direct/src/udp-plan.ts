// How UDP may get from one network to the other, and why not.

import type { NatKind } from '@farport/protocol'

export type UdpPlan =
  /** Both send to the addresses that they have told each other. */
  | { readonly plan: 'punch' }
  /** Besides, this end sends from many ports: one of them will be met. */
  | { readonly plan: 'punch-from-many' }
  /** Besides, this end sends to many ports: one of them will be right. */
  | { readonly plan: 'punch-to-many' }
  /** Only a common network, where addresses are as they are, can help. */
  | { readonly plan: 'punch-nearby'; readonly why: string }

export interface UdpEnd {
  readonly nat: NatKind
  /** A router has opened a port for it: it is found there whatever the NAT does. */
  readonly hasMappedPort: boolean
}

export function planUdp(own: UdpEnd, peer: UdpEnd): UdpPlan {
  if (own.nat === 'udp-blocked') return { plan: 'punch-nearby', why: 'This network lets no UDP through.' }
  if (peer.nat === 'udp-blocked')
    return { plan: 'punch-nearby', why: 'The network at the other end lets no UDP through.' }
  if (isHardToFind(own) && isHardToFind(peer)) {
    return {
      plan: 'punch-nearby',
      why: 'Both networks give every destination another port (symmetric NAT), so neither end can tell the other where to send.',
    }
  }
  if (isHardToFind(own) && peer.nat === 'cone' && !peer.hasMappedPort) return { plan: 'punch-from-many' }
  if (isHardToFind(peer) && own.nat === 'cone' && !own.hasMappedPort) return { plan: 'punch-to-many' }
  return { plan: 'punch' }
}

const isHardToFind = ({ nat, hasMappedPort }: UdpEnd): boolean => nat === 'symmetric' && !hasMappedPort
