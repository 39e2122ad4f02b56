import { describe, expect, it } from 'vitest'
import { mergeAttributes } from './attributes.ts'

function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 1; level < levels; level += 1) value = { a: value }
  return value
}

describe('attributes', () => {
  it.each([
    ['a new key comes', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ['an old key is replaced', { a: 1 }, { a: { x: 1 } }, { a: { x: 1 } }],
    ['a null removes', { a: 1, b: 2 }, { a: null }, { b: 2 }],
    ['a null for nothing does nothing', { a: 1 }, { c: null }, { a: 1 }],
    [
      'the reserved section merges',
      { $farport: { x: 1, y: 2 } },
      { $farport: { y: null, z: 3 } },
      { $farport: { x: 1, z: 3 } },
    ],
    ['what is nested 32 levels deep comes', {}, nested(32), nested(32)],
    ['a picture is text', {}, { a: '😀' }, { a: '😀' }],
    [
      'a key named like a trap is only a key',
      {},
      JSON.parse('{"__proto__":{"x":1}}'),
      JSON.parse('{"__proto__":{"x":1}}'),
    ],
  ])('%s', (_, old, change, merged) => {
    expect(mergeAttributes(old, change)).toEqual({ ok: true, value: merged })
  })

  it.each([
    ['too much', { text: 'x'.repeat(70_000) }, 'too-large'],
    ['too much in bytes, though not in letters', { text: 'あ'.repeat(30_000) }, 'too-large'],
    ['what is nested 33 levels deep', nested(33), 'too-deep'],
    ['what is nested 10,000 levels deep', nested(10_000), 'too-deep'],
    ['a NUL in a text', { a: ['\0'] }, 'not-text'],
    ['a NUL in a key', { a: { 'b\0': 1 } }, 'not-text'],
    ['half a letter', { a: '\ud800' }, 'not-text'],
    ['a description of 1025 letters', { description: 'x'.repeat(1025) }, 'description-too-long'],
    ['one in the reserved section', { $farport: { description: 'x'.repeat(1025) } }, 'description-too-long'],
  ])('%s is refused', (_, change, refusal) => {
    expect(mergeAttributes({}, change)).toEqual({ ok: false, refusal })
  })
})
