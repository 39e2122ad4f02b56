import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReceiveWindow } from './receive-window.ts'
import { WindowBudget } from './window-budget.ts'

const sizes = { bytesFirst: 1000, bytesMin: 100, bytesMax: 8000 }

describe('a receive window', () => {
  it('takes what it announced and not one byte more', () => {
    const window = new ReceiveWindow({ budget: new WindowBudget(1_000_000), ...sizes })
    expect(window.receive(1000)).toBe(true)
    expect(window.receive(1)).toBe(false)
  })

  it('is announced again when half of it is read, and grows while halves go by within two round trips', () => {
    const window = new ReceiveWindow({ budget: new WindowBudget(1_000_000), ...sizes })
    let nowMs = 0
    const read = (byteCount: number, tookMs: number): boolean => {
      nowMs += tookMs
      return window.receive(byteCount) && window.consume(byteCount, () => nowMs, 10)
    }
    expect([read(499, 1), window.bytes]).toEqual([false, 1000])
    expect([read(1, 1), window.bytes]).toEqual([true, 1000])
    expect([read(500, 19), window.bytes]).toEqual([true, 2000])
    expect([read(1000, 20), window.bytes]).toEqual([true, 2000])
    expect([read(1000, 1), window.bytes]).toEqual([true, 4000])
    expect([read(2000, 1), window.bytes]).toEqual([true, 8000])
    expect([read(4000, 1), window.bytes]).toEqual([true, 8000])
  })

  it('is small when little is left, and leaves something for the next', () => {
    const budget = new WindowBudget(4000)
    const windows = Array.from({ length: 20 }, () => new ReceiveWindow({ budget, ...sizes }))
    expect(windows.map(({ bytes }) => bytes).slice(0, 3)).toEqual([1000, 100, 100])
    for (const window of windows) window.release()
    expect(new ReceiveWindow({ budget, ...sizes }).bytes).toBe(1000)
  })

  it('never holds more than it announced, whatever is sent and read', () => {
    const steps = fc.array(fc.record({ send: fc.nat(3000), read: fc.nat(3000), tookMs: fc.nat(40) }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (all) => {
        const window = new ReceiveWindow({ budget: new WindowBudget(64_000), ...sizes })
        let nowMs = 0
        for (const { send, read, tookMs } of all) {
          nowMs += tookMs
          window.receive(send)
          window.consume(Math.min(read, window.received - window.consumed), () => nowMs, 10)
          expect(window.received - window.consumed).toBeLessThanOrEqual(window.bytes)
          expect(window.bytes).toBeLessThanOrEqual(sizes.bytesMax)
        }
      }),
    )
  })
})
