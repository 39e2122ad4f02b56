import { describe, expect, it } from 'vitest'
import { decideDeletion, decidePlace, isUseWorthKeeping, makeAccessKeyId, parseAccessKeyId } from './access-key.ts'

describe('an access key', () => {
  it.each([
    ['zeros', new Uint8Array(18), 'FPAAAAAAAAAAAAAAAAAA'],
    ['the largest bytes', new Uint8Array(18).fill(255), 'FP777777777777777777'],
  ])('is made of %s', (_, random, id) => {
    expect(makeAccessKeyId(random)).toBe(id)
    expect(parseAccessKeyId(id)).toBe(id)
  })

  it.each(['', 'FP', 'FPAAAAAAAAAAAAAAAAAAA', 'fpaaaaaaaaaaaaaaaaaa', 'FP1AAAAAAAAAAAAAAAAA', 'FPAAAAAAAAAAAAAAAAA\n'])(
    'is not %j',
    (text) => {
      expect(parseAccessKeyId(text)).toBeUndefined()
    },
  )

  it.each([
    ['the first', [], 1],
    ['the second', [1], 2],
    ['one in the place of the first', [2], 1],
  ])('%s finds a place', (_, taken, place) => {
    expect(decidePlace(taken)).toEqual({ ok: true, value: place })
  })

  it('the third is refused', () => {
    expect(decidePlace([2, 1])).toMatchObject({ ok: false, refusal: { code: 'LIMIT_EXCEEDED' } })
  })

  it.each([
    [true, { ok: false, refusal: { code: 'CONFLICT' } }],
    [false, { ok: true }],
  ])('that is enabled (%s) may be deleted, or not', (isEnabled, verdict) => {
    expect(decideDeletion({ isEnabled })).toMatchObject(verdict)
  })

  it.each([
    ['the first time', undefined, true],
    ['within the minute', new Date(1000), false],
    ['a minute later', new Date(0), true],
  ])('is noted as used %s: %#', (_, lastUsedAt, isWorthIt) => {
    expect(isUseWorthKeeping(lastUsedAt, 60_000)).toBe(isWorthIt)
  })
})
