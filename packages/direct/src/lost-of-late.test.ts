import { expect, it } from 'vitest'
import { LostOfLate } from './lost-of-late.ts'

it('tells the share of what was sent again, and forgets it in time', () => {
  let nowMs = 0
  const lost = new LostOfLate(() => nowMs)
  const at = (ms: number, sent: number, again: number): number => {
    nowMs = ms
    return lost.share(sent, again)
  }
  expect(at(0, 1000, 20)).toBeCloseTo(0.02)
  expect(at(100, 1500, 200)).toBeCloseTo(0.02)
  for (let look = 1; look <= 60; look += 1) at(200 * look, 1000 * (look + 1), 20)
  expect(at(12_200, 63_000, 20)).toBeLessThan(0.0001)
})

it('forgets when it is told to', () => {
  let nowMs = 0
  const lost = new LostOfLate(() => nowMs)
  lost.forget(1000, 500)
  nowMs = 200
  expect(lost.share(2000, 510)).toBeCloseTo(0.01)
})

it('goes on when the count begins anew, and says nothing of few', () => {
  let nowMs = 0
  const lost = new LostOfLate(() => nowMs)
  expect(lost.share(4, 4)).toBeCloseTo(0.04)
  lost.share(100_000, 65_530)
  nowMs = 1_000_000
  lost.share(100_000, 65_530)
  nowMs = 2_000_000
  expect(lost.share(200_000, 14)).toBeLessThan(0.9)
})
