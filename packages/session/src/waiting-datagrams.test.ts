import { describe, expect, it } from 'vitest'
import { WaitingDatagrams } from './waiting-datagrams.ts'

const frame = (number: number, length = 1) => new Uint8Array(length).fill(number)

describe('datagrams that wait', () => {
  it('go in their order', () => {
    const waiting = new WaitingDatagrams(() => 0)
    for (const number of [1, 2, 3]) waiting.add(frame(number))
    expect([waiting.take(), waiting.take()]).toEqual([frame(1), frame(2)])
    waiting.add(frame(4))
    expect([waiting.take(), waiting.take(), waiting.take()]).toEqual([frame(3), frame(4), undefined])
    expect(waiting.isEmpty).toBe(true)
  })

  it('are dropped when they have waited for long', () => {
    let nowMs = 0
    const waiting = new WaitingDatagrams(() => nowMs)
    waiting.add(frame(1))
    nowMs = 20
    waiting.add(frame(2))
    nowMs = 40
    expect(waiting.take()).toEqual(frame(2))
  })

  it('are so many bytes at most, also after others have gone', () => {
    const waiting = new WaitingDatagrams(() => 0)
    const large = 262_144
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) expect(waiting.add(frame(1, large))).toBe(true)
      expect(waiting.add(frame(2))).toBe(false)
      for (let count = 0; count < 4; count += 1) expect(waiting.take()).toHaveLength(large)
    }
    waiting.add(frame(1))
    waiting.clear()
    expect(waiting.take()).toBeUndefined()
  })
})
