import { expect, test, vi } from 'vitest'
import { watchWake } from './wake-watch.ts'

function world(addresses = '192.0.2.1') {
  vi.useFakeTimers()
  const seen: string[] = []
  const machine = { sleptMs: 0, addresses }
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

test.each<[string, string, string, string[]]>([
  ['another address instead', '192.0.2.1', '198.51.100.1', ['left']],
  ['one more', '192.0.2.1', '192.0.2.1,198.51.100.1', ['moved']],
  ['one less', '192.0.2.1,198.51.100.1', '192.0.2.1', ['left']],
  ['none any more', '192.0.2.1', '', ['left']],
  ['one again', '', '192.0.2.1', ['moved']],
])('%s: from "%s" to "%s"', (_, before, now, seen) => {
  using it = world(before)
  it.machine.addresses = now
  vi.advanceTimersByTime(4000)
  expect(it.seen).toEqual(seen)
})
