import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PathPulse } from './path-pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A path whose other end answers pings while it is alive. */
function createPath() {
  const path = { packets: 0, pings: 0, isAlive: true, isBusy: false, silentMs: undefined as number | undefined }
  const pulse = new PathPulse({
    packetsReceived: () => path.packets,
    isBusy: () => path.isBusy,
    ping: () => {
      path.pings += 1
      if (path.isAlive) path.packets += 1
    },
    onSilent: (ms) => (path.silentMs = ms),
  })
  return { path, pulse, [Symbol.dispose]: () => pulse.stop() }
}

describe('the pulse of a path', () => {
  it('finds within a second that it is dead, while something is carried', () => {
    using made = createPath()
    made.path.isBusy = true
    vi.advanceTimersByTime(10_000)
    expect(made.path.silentMs).toBeUndefined()
    made.path.isAlive = false
    vi.advanceTimersByTime(1100)
    expect(made.path.silentMs).toBeLessThan(1000)
  })

  it('is slow and keeps on while nothing is carried, and then finds it, too', () => {
    using made = createPath()
    vi.advanceTimersByTime(60_000)
    const { pings } = made.path
    vi.advanceTimersByTime(60_000)
    expect(made.path.pings - pings).toBeGreaterThan(3)
    expect(made.path.pings - pings).toBeLessThan(20)
    made.path.isAlive = false
    vi.advanceTimersByTime(10_000)
    expect(made.path.silentMs).toBeDefined()
  })

  it('is quick again as soon as something is carried', () => {
    using made = createPath()
    vi.advanceTimersByTime(60_000)
    made.path.isAlive = false
    made.pulse.busy()
    vi.advanceTimersByTime(1200)
    expect(made.path.silentMs).toBeDefined()
  })

  it('does not mind that packets are lost now and then', () => {
    using made = createPath()
    made.path.isBusy = true
    for (let second = 0; second < 60; second += 1) {
      made.path.isAlive = second % 4 !== 0
      vi.advanceTimersByTime(200)
    }
    expect(made.path.silentMs).toBeUndefined()
  })

  it('ends with the path', () => {
    const { path, pulse } = createPath()
    pulse.stop()
    vi.advanceTimersByTime(60_000)
    expect([path.pings, path.silentMs]).toEqual([0, undefined])
    expect(vi.getTimerCount()).toBe(0)
  })
})
