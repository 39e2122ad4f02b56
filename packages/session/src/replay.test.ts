import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Replay } from './replay.ts'

const runs = Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 200)

/** All that is kept from this offset on. */
function keptFrom(replay: Replay, offset: number): Buffer {
  const pieces: Uint8Array[] = []
  for (let at = offset; at < replay.end; at += pieces.at(-1)?.length ?? 1) pieces.push(replay.from(at))
  return Buffer.concat(pieces)
}

describe('what was sent', () => {
  it('is kept as it was, from any offset that is not forgotten', () => {
    const step = fc.oneof(
      fc.record({ append: fc.constantFrom(1, 10, 1000, 4000, 5000, 100_000, 262_144, 300_000) }),
      fc.record({ forget: fc.double({ min: 0, max: 1, noNaN: true }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.double({ min: 0, max: 1, noNaN: true }), (steps, part) => {
        const replay = new Replay()
        let all = Buffer.alloc(0)
        for (const each of steps) {
          if ('append' in each) {
            const bytes = randomBytes(each.append)
            all = Buffer.concat([all, bytes])
            replay.append(bytes, [])
            bytes.fill(0)
          } else {
            replay.forget(replay.start + Math.floor((replay.end - replay.start) * each.forget))
          }
        }
        expect(replay.end).toBe(all.length)
        const offset = replay.start + Math.floor((replay.end - replay.start) * part)
        expect(keptFrom(replay, offset).equals(all.subarray(offset))).toBe(true)
        replay.clear()
      }),
      { numRuns: runs },
    )
  })

  it('and was passing begins with another byte when it is sent again, unless a part of it has come', () => {
    const replay = new Replay()
    const bytes = Buffer.alloc(300_000, 1)
    replay.append(bytes, [0, 100, 280_000])
    replay.append(Buffer.alloc(10, 1), [0])
    replay.forget(50)
    replay.overwritePassing(100, 9)
    const expected = Buffer.alloc(300_010, 1)
    for (const offset of [100, 280_000, 300_000]) expected[offset] = 9
    expect(keptFrom(replay, 50).equals(expected.subarray(50))).toBe(true)
    expect(bytes.includes(9)).toBe(false)
  })

  it('is not there when it is forgotten, and nothing can be forgotten before it is sent', () => {
    const replay = new Replay()
    replay.append(Buffer.from('abc'), [])
    replay.forget(1000)
    expect([replay.start, replay.end]).toEqual([3, 3])
    expect(replay.from(3)).toHaveLength(0)
    replay.append(Buffer.from('def'), [])
    replay.forget(1)
    expect(keptFrom(replay, 3).toString()).toBe('def')
  })
})
