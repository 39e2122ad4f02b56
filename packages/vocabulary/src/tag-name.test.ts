import { describe, expect, it } from 'vitest'
import { parseTagName, tagKey } from './index.ts'

describe('the name of a tag', () => {
  it.each([
    ['stays as it is', 'Lab-2_東京', 'Lab-2_東京'],
    ['loses white space, inside too', '  my \t tag\n', 'mytag'],
    ['loses NUL and escape sequences', 'a\u0000b\u001B[31m', 'ab[31m'],
    ['loses marks of direction', '\u202Egnal\u2066x\u200F', 'gnalx'],
    ['loses halves of characters', 'a\uD800b', 'ab'],
    ['keeps the joiners of an emoji', '👩\u200D🔬', '👩\u200D🔬'],
    ['is one, however it was composed', 'e\u0301cole', 'école'],
    ['may be markup, which is text', '<b>', '<b>'],
  ])('%s', (_, text, name) => {
    expect(parseTagName(text)).toEqual({ ok: true, value: name })
  })

  it.each([
    ['nothing', '', 'empty'],
    ['white space', ' \u00A0\u3000', 'empty'],
    ['joiners only', '\u200D\u200C', 'empty'],
    ['a hundred and one', 'x'.repeat(101), 'too-long'],
    ['a megabyte', 'x'.repeat(1_000_000), 'too-long'],
  ])('is not %s', (_, text, refusal) => {
    expect(parseTagName(text)).toEqual({ ok: false, refusal })
  })

  it('may have a hundred characters', () => {
    expect(parseTagName('x'.repeat(100)).ok).toBe(true)
  })

  it.each([
    ['Lab', 'lab', true],
    ['ÉCOLE', 'école', true],
    ['lab', 'lab2', false],
  ])('%s and %s: one tag is %s', (one, other, isSame) => {
    expect(tagKey(one) === tagKey(other)).toBe(isSame)
  })
})
