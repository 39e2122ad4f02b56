import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReplayWindow } from './replay-window.ts'

describe('a replay window', () => {
  it('takes each number once, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { maxLength: 200 }), (numbers) => {
        const window = new ReplayWindow()
        const taken = numbers.filter((number) => window.accept(number))
        expect(taken).toEqual([...new Set(numbers)])
      }),
    )
  })

  it('takes none that is far behind', () => {
    const window = new ReplayWindow()
    expect([window.accept(10_000), window.accept(10_000 - 2048), window.accept(10_000 - 2047)]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('is soon over with a number that is far ahead', () => {
    const window = new ReplayWindow()
    expect([window.accept(3), window.accept(Number.MAX_SAFE_INTEGER), window.accept(3)]).toEqual([true, true, false])
  })
})
