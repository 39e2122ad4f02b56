// How a network looks from outside, told by what several STUN servers have seen of the same port.

import type { NatKind } from '@farport/protocol'
import type { Place } from '@farport/transport'

/** What was seen of one port, by each server that answered. */
export function natKindOf(seen: readonly Place[], own: { addresses: readonly string[]; port: number }): NatKind {
  const [first, ...others] = seen
  if (first === undefined) return 'udp-blocked'
  if (first.port === own.port && own.addresses.includes(first.host)) return 'none'
  const isSame = others.every(({ host, port }) => host === first.host && port === first.port)
  if (!isSame) return 'symmetric'
  return others.length === 0 ? 'unknown' : 'cone'
}
