import type { DeviceId, RelayId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { orderRelays } from './relay-order.ts'

const relays = [1, 2, 3, 4].map((number) => ({ id: `r-000000000000000${number}` as RelayId }))
const device = (number: number) => ({ id: `d-${String(number).padStart(16, '0')}` as DeviceId })

describe('the relays of an agent', () => {
  it('come in the same order every time', () => {
    expect(orderRelays(relays, device(1))).toEqual(orderRelays(relays.toReversed(), device(1)))
  })

  it('begin with the one where it is', () => {
    for (const { id } of relays) expect(orderRelays(relays, { ...device(1), relayId: id })[0]?.id).toBe(id)
  })

  it('share a fleet evenly, also after one of them is lost', () => {
    const left = relays.slice(1)
    for (const offered of [relays, left]) {
      const first = Array.from({ length: 4000 }, (_, number) => orderRelays(offered, device(number))[0]?.id)
      const counts = [...Map.groupBy(first, (id) => id).values()].map((list) => list.length)
      const fair = 4000 / offered.length
      expect(Math.min(...counts)).toBeGreaterThan(fair * 0.85)
      expect(Math.max(...counts)).toBeLessThan(fair * 1.15)
    }
  })
})
