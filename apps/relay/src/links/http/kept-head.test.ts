import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headLength } from './head.ts'
import { KeptHead } from './kept-head.ts'

const head = Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')

function keeping(): KeptHead<string> {
  const kept = new KeptHead<string>()
  kept.keep(head, 'made')
  return kept
}

describe('a head that is kept', () => {
  it.each([
    ['itself', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'made'],
    ['itself, with more behind it', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET', 'made'],
    ['half of it', 'GET / HTTP/1.1\r\nHo', undefined],
    ['another path', 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n', undefined],
    ['another host', 'GET / HTTP/1.1\r\nHost: b\r\n\r\n', undefined],
    ['one more header', 'GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n', undefined],
    ['nothing', '', undefined],
  ])('is found for %s', (_, bytes, made) => {
    expect(keeping().find(Buffer.from(bytes))).toBe(made)
  })

  it('stays as it was, whatever becomes of the bytes that it came in', () => {
    const kept = new KeptHead<string>()
    const shared = Buffer.from(head)
    kept.keep(shared, 'made')
    shared.fill(0)
    expect([kept.find(head), kept.find(shared)]).toEqual(['made', undefined])
  })

  it('is found where a reader would have ended it, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ':', '\r\n', '\r\n\r\n', ' '), { maxLength: 12 }), (parts) => {
        const bytes = Buffer.from(parts.join(''))
        const length = headLength(bytes)
        if (length === -1) return
        const kept = new KeptHead<string>()
        kept.keep(bytes.subarray(0, length), 'made')
        expect([kept.find(bytes), kept.length]).toEqual(['made', length])
      }),
    )
  })

  it('is not kept when it is long, and takes the place of none', () => {
    const kept = keeping()
    kept.keep(Buffer.alloc(5000), 'long')
    expect([kept.find(Buffer.alloc(5000)), kept.find(head), kept.length]).toEqual([undefined, undefined, 0])
  })
})
