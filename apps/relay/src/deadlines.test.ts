import { expect, test, vi } from 'vitest'
import { Deadlines } from './deadlines.ts'

function world(afterMs = 1000) {
  vi.useFakeTimers()
  const due: string[] = []
  const deadlines = new Deadlines<string>({ afterMs, onDue: (key) => due.push(key), now: () => Date.now() })
  return {
    due,
    deadlines,
    [Symbol.dispose]() {
      deadlines[Symbol.dispose]()
      vi.useRealTimers()
    },
  }
}

test('keys fall due in their order, each at its time', () => {
  using it = world()
  it.deadlines.start('a')
  vi.advanceTimersByTime(400)
  it.deadlines.start('b')
  vi.advanceTimersByTime(600)
  expect(it.due).toEqual(['a'])
  vi.advanceTimersByTime(400)
  expect(it.due).toEqual(['a', 'b'])
})

test('a key that is stopped never falls due', () => {
  using it = world()
  it.deadlines.start('a')
  expect(it.deadlines.stop('a')).toBe(true)
  expect(it.deadlines.stop('a')).toBe(false)
  vi.advanceTimersByTime(5000)
  expect(it.due).toEqual([])
})

test('starting again waits anew', () => {
  using it = world()
  it.deadlines.start('a')
  vi.advanceTimersByTime(900)
  it.deadlines.start('a')
  vi.advanceTimersByTime(900)
  expect(it.due).toEqual([])
  vi.advanceTimersByTime(100)
  expect(it.due).toEqual(['a'])
})

test('a thousand waits cost one timer', () => {
  using it = world()
  for (let index = 0; index < 1000; index += 1) it.deadlines.start(`key ${index}`)
  expect(vi.getTimerCount()).toBe(1)
  expect(it.deadlines.oldest).toBe('key 0')
})
