import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkHead, ChunkReader, lastChunk } from './chunks.ts'

/** What comes of the text when it arrives in pieces that end at these places. */
function read(text: string, cuts: readonly number[] = []): { body: string; rest: string } | undefined {
  const bytes = Buffer.from(text, 'latin1')
  let body = ''
  let hasEnded = false
  const reader = new ChunkReader({
    onBody: (part) => (body += Buffer.from(part).toString('latin1')),
    onEnd: () => (hasEnded = true),
  })
  let at = 0
  for (const end of [...cuts.toSorted((one, other) => one - other), bytes.length]) {
    const taken = reader.read(bytes.subarray(at, end))
    if (taken === undefined) return undefined
    at += taken
    if (hasEnded) break
  }
  return hasEnded ? { body, rest: bytes.toString('latin1', at) } : undefined
}

describe('chunks', () => {
  it.each([
    ['none', '0\r\n\r\n', '', ''],
    ['one', '5\r\nhello\r\n0\r\n\r\n', 'hello', ''],
    ['two, and what follows them', 'A\r\n0123456789\r\n1\r\n!\r\n0\r\n\r\nGET', '0123456789!', 'GET'],
    ['an extension', '1;name="value"\r\nx\r\n0;last\r\n\r\n', 'x', ''],
    ['trailers', '1\r\nx\r\n0\r\nX-Sum: 1\r\n\r\nrest', 'x', 'rest'],
    ['leading zeros', '0001\r\nx\r\n000\r\n\r\n', 'x', ''],
  ])('%s', (_, text, body, rest) => {
    expect(read(text)).toEqual({ body, rest })
  })

  it.each([
    ['no size', '\r\nhello\r\n0\r\n\r\n'],
    ['a sign', '+5\r\nhello\r\n0\r\n\r\n'],
    ['a prefix', '0x5\r\nhello\r\n0\r\n\r\n'],
    ['a blank before the size', ' 5\r\nhello\r\n0\r\n\r\n'],
    ['a bare LF after the size', '5\nhello\r\n0\r\n\r\n'],
    ['a bare LF after the data', '5\r\nhello\n0\r\n\r\n'],
    ['data that are longer than stated', '5\r\nhello!\r\n0\r\n\r\n'],
    ['a size beyond counting', 'fffffffffffffffff\r\n'],
    ['a bare CR in an extension', '1;a\rb\r\nx\r\n0\r\n\r\n'],
    ['a trailer that is none', '0\r\nnothing\r\n\r\n'],
    ['an extension without end', `1;${'x'.repeat(5000)}`],
    ['trailers without end', `0\r\n${'X: y\r\n'.repeat(2000)}`],
  ])('are refused with %s', (_, text) => {
    expect(read(text)).toBeUndefined()
  })

  it('are read the same in whatever pieces they come', () => {
    const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 })
    fc.assert(
      fc.property(parts, fc.array(fc.nat(500), { maxLength: 20 }), (bodies, cuts) => {
        const texts = bodies.map((part) => Buffer.from(part).toString('latin1'))
        const text = texts.map((part) => `${chunkHead(part.length)}${part}\r\n`).join('') + lastChunk
        const inside = cuts.filter((cut) => cut < text.length)
        expect(read(text, inside)).toEqual({ body: texts.join(''), rest: '' })
      }),
    )
  })

  it('never take more than was given, whatever comes', () => {
    const pieces = fc.array(fc.constantFrom('0', '5', 'a', ';', '\r\n', '\n', 'hello', '\r', '\0', 'X: y', 'f'), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(pieces, (said) => {
        const bytes = Buffer.from(said.join(''))
        const reader = new ChunkReader({ onBody: () => undefined, onEnd: () => undefined })
        const taken = reader.read(bytes)
        if (taken !== undefined) expect(taken).toBeLessThanOrEqual(bytes.length)
        if (taken !== undefined && !reader.isOver) expect(taken).toBe(bytes.length)
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 20_000) },
    )
  })
})
