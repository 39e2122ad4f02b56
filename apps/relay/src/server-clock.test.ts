import { expect, test } from 'vitest'
import { ServerClock } from './server-clock.ts'

function world() {
  const machine = { nowMs: 1000 }
  return { machine, clock: new ServerClock(() => machine.nowMs) }
}

test('before the server has said what time it is, it is as late as on this machine', () => {
  const { clock } = world()
  expect(clock.next()).toBe(1000)
})

test('no moment is given twice, and none before another, though the machine’s clock is set back', () => {
  const { clock, machine } = world()
  expect([clock.next(), clock.next()]).toEqual([1000, 1001])
  machine.nowMs = 10
  expect(clock.next()).toBe(1002)
  machine.nowMs = 2000
  expect(clock.next()).toBe(2000)
})

test('follows the server, and says once how wrong it was until then', () => {
  const { clock, machine } = world()
  expect(clock.set(51_000)).toBe(50_000)
  expect(clock.next()).toBe(51_000)
  machine.nowMs += 500
  expect(clock.set(51_600)).toBe(0)
  expect(clock.next()).toBe(51_600)
})
