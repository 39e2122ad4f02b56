import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createIdFactory, idKindOf, parseConnectionId, parseId } from './ids.ts'

const moment = Date.UTC(2026, 10, 20)
const createId = (now: () => number) => createIdFactory({ now, randomBytes: () => randomBytes(8) })

describe('ids', () => {
  it('sort in the order they were made, within a millisecond and when the clock steps back', () => {
    let now = moment
    const id = createId(() => now)
    const first = Array.from({ length: 1000 }, () => id('d'))
    now -= 5000
    const later = Array.from({ length: 1000 }, () => id('d'))
    const all = [...first, ...later]
    expect(all.toSorted()).toEqual(all)
    expect(new Set(all).size).toBe(2000)
  })

  it.each([
    ['another kind', 's-0000000000000000'],
    ['too short', 'd-000000000000000'],
    ['too long', 'd-00000000000000000'],
    ['a letter outside the alphabet', 'd-000000000000000u'],
    ['upper case', 'D-0000000000000000'],
    ['a line break after it', 'd-0000000000000000\n'],
    ['no text', 17],
  ])('are refused with %s', (_, text) => {
    expect(parseId('d', text)).toBeUndefined()
  })

  it('that were made here can be parsed and tell their kind', () => {
    const id = createId(() => moment)('s')
    expect(parseId('s', id)).toBe(id)
    expect(idKindOf(id)).toBe('s')
  })

  it('of connections are UUIDs', () => {
    expect(parseConnectionId('0f8fad5b-d9cb-469f-a165-70867728950e')).toBeDefined()
    expect(parseConnectionId('0F8FAD5B-D9CB-469F-A165-70867728950E')).toBeUndefined()
    expect(parseConnectionId('nonsense')).toBeUndefined()
  })
})
