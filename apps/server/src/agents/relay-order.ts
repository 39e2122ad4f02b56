// Which relays an agent is offered, the one to try first in front.

import type { DeviceId, RelayId } from '@farport/vocabulary'

/**
 * Where it is already comes first, so that asking never moves it. The others follow in an order that is each device's
 * own and always the same: agents spread over the relays, and those of a lost one over all that are left.
 */
export function orderRelays<Place extends { readonly id: RelayId }>(
  relays: readonly Place[],
  device: { readonly id: DeviceId; readonly relayId?: RelayId | undefined },
): Place[] {
  const weight = (relay: Place) => (relay.id === device.relayId ? Infinity : hash(`${device.id} ${relay.id}`))
  return relays
    .map((relay) => ({ relay, weight: weight(relay) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ relay }) => relay)
}

/** FNV-1a, stirred once more so that alike texts do not stay neighbours. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
