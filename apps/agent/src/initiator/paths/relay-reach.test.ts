import { refuse } from '@farport/basics'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RelayReach } from './relay-reach.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A relay that cannot be reached; how often it was tried. */
function reaching() {
  let tries = 0
  const reach: RelayReach = new RelayReach({
    reachRelay: () => {
      tries += 1
      return Promise.resolve(refuse('it is away'))
    },
    random: () => 1,
    onWay: () => undefined,
    onReady: () => void reach.reach(),
  })
  return { reach, tries: () => tries }
}

describe('a relay that is away', () => {
  it('is tried less and less often', async () => {
    const { reach, tries } = reaching()
    await reach.reach()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(tries()).toBeLessThan(12)
    reach[Symbol.dispose]()
  })

  it('is tried some times a second while nothing carries, and not for ever', async () => {
    const { reach, tries } = reaching()
    await reach.reach()
    await vi.advanceTimersByTimeAsync(5000)
    const before = tries()
    const urging = setInterval(() => reach.urge(), 100)
    await vi.advanceTimersByTimeAsync(3000)
    expect(tries() - before).toBeGreaterThan(6)
    await vi.advanceTimersByTimeAsync(60_000)
    const late = tries()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(tries() - late).toBeLessThan(12)
    clearInterval(urging)
    reach[Symbol.dispose]()
  })
})
