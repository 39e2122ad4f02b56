import { expect, it } from 'vitest'
import { ShortestOfLate } from './shortest-of-late.ts'

it('keeps the shortest for ten seconds, and forgets it within twenty', () => {
  let nowMs = 0
  const distance = new ShortestOfLate(() => nowMs)
  const at = (ms: number, measured: number): number => {
    nowMs = ms
    return distance.shortest(measured)
  }
  expect([at(0, 50), at(100, 40), at(9000, 90)]).toEqual([50, 40, 40])
  expect(at(10_000, 90)).toBe(40)
  expect(at(20_000, 80)).toBe(80)
})
