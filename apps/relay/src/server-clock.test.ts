import { expect, test } from 'vitest'
import { ServerClock } from './server-clock.ts'

function world() {
  const machine = { nowMs: 1000 }
  return { machine, clock: new ServerClock(() => machine.nowMs) }
}

test('before the server has said what time it is, it is as late as on this machine', () => {
  const { clock } = world()
  expect(clock.now()).toBe(1000)
})

test('it never goes back, though the machine’s clock does', () => {
  const { clock, machine } = world()
  expect(clock.now()).toBe(1000)
  machine.nowMs = 10
  expect(clock.now()).toBe(1000)
  machine.nowMs = 2000
  expect(clock.now()).toBe(2000)
})

test('follows the server, and says once how wrong it was until then', () => {
  const { clock, machine } = world()
  expect(clock.set(51_000)).toBe(50_000)
  expect(clock.now()).toBe(51_000)
  machine.nowMs += 500
  expect(clock.set(51_600)).toBe(0)
  expect(clock.now()).toBe(51_600)
})
