import { describe, expect, it } from 'vitest'
import { decideRating, parseRating, ratingRefusalMessages } from './rating.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('a rating', () => {
  it.each([100, 50, 0])('may be %i', (quality) => {
    expect(parseRating(quality)).toEqual({ ok: true, value: quality })
  })

  it.each([-1, 1, 75, 101, 2 ** 31 - 1])('is not %i', (quality) => {
    const parsed = parseRating(quality)
    expect(parsed.ok || ratingRefusalMessages[parsed.refusal]).toBe(
      'A connection is rated with 100 (good), 50 (okay) or 0 (bad).',
    )
  })

  it('is taken for an hour after the end', () => {
    expect(decideRating({ endedAt: ago(0), rating: undefined }, now)).toEqual({ ok: true, value: true })
    expect(decideRating({ endedAt: ago(3_600_000), rating: undefined }, now)).toEqual({ ok: true, value: true })
  })

  it.each([
    ['of a live session', { endedAt: undefined, rating: undefined }, 'The connection has not ended yet.'],
    [
      'later',
      { endedAt: ago(3_600_001), rating: undefined },
      'A connection can be rated within an hour after its end.',
    ],
    ['a second time', { endedAt: ago(1), rating: 0 }, 'This connection was rated already.'],
  ])('is not taken %s', (_, session, message) => {
    const decided = decideRating(session, now)
    expect(decided.ok || ratingRefusalMessages[decided.refusal]).toBe(message)
  })
})
