import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gatherNames } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the first names pass at once, a burst passes together after the interval, then all is quiet', () => {
  const delivered: (readonly string[])[] = []
  const gather = gatherNames(1000, (names) => delivered.push(names))
  gather(['DeviceList'])
  gather(['DeviceList', 'DeviceCount'])
  gather(['Sessions'])
  gather([])
  expect(delivered).toEqual([['DeviceList']])
  vi.advanceTimersByTime(1000)
  expect(delivered).toEqual([['DeviceList'], ['DeviceList', 'DeviceCount', 'Sessions']])
  vi.advanceTimersByTime(10_000)
  expect(delivered).toHaveLength(2)
})
