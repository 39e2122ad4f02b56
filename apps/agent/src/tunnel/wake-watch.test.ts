import { expect, test, vi } from 'vitest'
import { watchWake } from './wake-watch.ts'

function world() {
  vi.useFakeTimers()
  const seen: string[] = []
  const machine = { sleptMs: 0, addresses: '192.0.2.1' }
  const watch = watchWake({
    everyMs: 2000,
    now: () => Date.now() + machine.sleptMs,
    addresses: () => machine.addresses,
    onWake: (reason) => seen.push(reason),
  })
  return {
    seen,
    machine,
    [Symbol.dispose]() {
      watch[Symbol.dispose]()
      vi.useRealTimers()
    },
  }
}

test('an ordinary hour tells nothing', () => {
  using it = world()
  vi.advanceTimersByTime(3_600_000)
  expect(it.seen).toEqual([])
})

test('a gap in time is a sleep', () => {
  using it = world()
  vi.advanceTimersByTime(4000)
  it.machine.sleptMs = 60_000
  vi.advanceTimersByTime(4000)
  expect(it.seen).toEqual(['slept'])
})

test('other addresses are a move', () => {
  using it = world()
  it.machine.addresses = '198.51.100.1'
  vi.advanceTimersByTime(4000)
  expect(it.seen).toEqual(['moved'])
})
