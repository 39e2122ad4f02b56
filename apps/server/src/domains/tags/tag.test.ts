import type { AccountId, TagId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { parseKnownTagKeys, parseTagNames, parseTags, refuseTooMany, withColors, type Tag } from './tag.ts'
import { decideMerging, decideRenaming, keyOf } from './tag-renaming.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index}`)

describe('tags as a person names them', () => {
  it.each([
    ['one', [{ name: 'lab', color: 3 }], [{ name: 'lab', color: 3 }]],
    ['without a colour', [{ name: 'lab' }], [{ name: 'lab', color: undefined }]],
    ['with the colour that means none', [{ name: 'lab', color: 0 }], [{ name: 'lab', color: undefined }]],
    ['with white space', [{ name: ' my lab ' }], [{ name: 'mylab', color: undefined }]],
    [
      'twice, in other case',
      [{ name: 'Lab' }, { name: 'lab', color: 2 }, { name: 'LAB' }],
      [{ name: 'Lab', color: 2 }],
    ],
    ['none', [], []],
  ])('%s', (_, inputs, wishes) => {
    expect(parseTags(inputs)).toEqual({ ok: true, value: wishes })
  })

  it.each([
    ['an empty name', [{ name: ' \n' }], 'Cannot be empty'],
    ['a name of 101 characters', [{ name: 'x'.repeat(101) }], 'Cannot exceed 100 characters'],
    ['colour 14', [{ name: 'lab', color: 14 }], 'The colours of tags are 1 to 13.'],
    ['a colour below none', [{ name: 'lab', color: -1 }], 'The colours of tags are 1 to 13.'],
    ['a hundred and one', many(101).map((name) => ({ name })), 'A call names at most 100 tags.'],
  ])('with %s are refused', (_, inputs, message) => {
    expect(parseTags(inputs)).toEqual({ ok: false, refusal: { code: 'INVALID', message } })
  })

  it('that are to be put on something stand there once each', () => {
    expect(parseTagNames(['a', 'B', 'A', 'b ', 'c'])).toEqual({ ok: true, value: ['a', 'B', 'c'] })
    expect(parseTagNames(['a', '']).ok).toBe(false)
  })

  it('that are to go may be no names at all', () => {
    expect(parseKnownTagKeys(['Lab', '', ' LAB', 'x'.repeat(101)])).toEqual({ ok: true, value: ['lab'] })
    expect(parseKnownTagKeys(many(101)).ok).toBe(false)
  })

  it.each([
    [999, 1, undefined],
    [999, 2, 'LIMIT_EXCEEDED'],
    [1000, 1, 'LIMIT_EXCEEDED'],
  ])('beside %d others, %d more: %s', (count, added, code) => {
    expect(refuseTooMany(count, added)?.code).toBe(code)
  })
})

describe('the colour of a new tag', () => {
  const wish = (name: string, color?: number) => ({ name, color })
  const first = () => 0
  const last = (below: number) => below - 1

  it.each([
    ['is the one that is wanted', [wish('a', 7)], [7], first, [7]],
    ['is one that is not used', [wish('a')], [1, 2, 4], first, [3]],
    ['is a random one of those', [wish('a')], [13], last, [12]],
    ['is not that of another new one', [wish('a'), wish('b', 1), wish('c')], [], first, [2, 1, 3]],
    ['is any when all are used', [wish('a'), wish('b')], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], first, [1, 2]],
  ])('%s', (_, wishes, used, random, expected) => {
    expect(withColors(wishes, used, random).map((tag) => tag.color)).toEqual(expected)
  })
})

describe('another name for a tag', () => {
  const tag = (id: string): Tag => ({
    id: id as TagId, // for tests, as all below
    accountId: 'a-0000000000000001' as AccountId, // see above
    name: id,
    color: 1,
    createdAt: new Date(0),
  })
  const [lab, office] = [tag('lab'), tag('office')]

  it.each([
    ['that is free renames it', { name: 'Hall', from: lab, to: undefined }, { deed: 'rename', tag: lab, name: 'Hall' }],
    ['that is its own spells it anew', { name: 'LAB', from: lab, to: lab }, { deed: 'rename', tag: lab, name: 'LAB' }],
    [
      'that is another’s merges them',
      { name: 'Office', from: lab, to: office },
      { deed: 'merge', from: lab, to: office },
    ],
  ])('%s', (_, facts, value) => {
    expect(decideRenaming(facts, 'lab')).toEqual({ ok: true, value })
  })

  it.each([
    ['lab', 'Your tag (lab) could not be renamed.'],
    ['\u001B[31mlab', 'Your tag ([31mlab) could not be renamed.'],
    ['x'.repeat(1_000_000), 'Your tag () could not be renamed.'],
  ])('is refused when there is no such tag', (asked, message) => {
    const facts = { name: 'Hall', from: undefined, to: office }
    expect(decideRenaming(facts, asked)).toEqual({ ok: false, refusal: { code: 'NOT_FOUND', message } })
  })

  it.each([
    ['with a tag', { name: 'Office', from: lab, to: office }, undefined],
    ['with itself', { name: 'LAB', from: lab, to: lab }, undefined],
    ['with none', { name: 'Hall', from: lab, to: undefined }, 'There is no tag Hall.'],
    ['of none', { name: 'Office', from: undefined, to: office }, 'Your tag (lab) could not be merged.'],
  ])('merging %s', (_, facts, message) => {
    const merging = decideMerging(facts, 'lab')
    expect(merging.ok ? undefined : merging.refusal.message).toBe(message)
  })

  it.each([
    [' LAB', 'lab'],
    ['', undefined],
  ])('%j is found as %s', (text, key) => {
    expect(keyOf(text)).toBe(key)
  })
})
