import { describe, expect, it } from 'vitest'
import { afterRefusal, afterRenewal, refusalsMax, trusted, type Credential } from './credential-rule.ts'

const refusedTimes = (refusals: number): Credential => ({ refusals, isRenewed: true })

describe('a refused call', () => {
  it('has its credential renewed at once when that had not been done since the last good answer', () => {
    expect(afterRefusal(trusted)).toEqual({ next: 'renew-at-once' })
    expect(afterRenewal(trusted)).toEqual({ refusals: 0, isRenewed: true })
  })

  it.each([
    [1, 1000],
    [2, 4000],
    [3, 9000],
    [9, 81_000],
    [refusalsMax, 100_000],
  ])('waits, the %i. time in spite of a renewal, %i ms before the next', (count, waitMs) => {
    expect(afterRefusal(refusedTimes(count - 1))).toEqual({
      next: 'wait-and-renew',
      waitMs,
      credential: refusedTimes(count),
    })
  })

  it('signs the person out past ten', () => {
    expect(afterRefusal(refusedTimes(refusalsMax))).toEqual({ next: 'sign-out' })
  })
})
