import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  decodeLinkHead,
  encodeLinkHead,
  LinkHeadReader,
  linkHeadBytes,
  moveMax,
  sessionIdBytes,
  type LinkHead,
} from './link-head.ts'

const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
const valid = readFixture('link-heads-valid.json') as {
  hex: string
  head: Omit<LinkHead, 'sessionId'> & { sessionId: string }
}[]
const invalid = readFixture('link-heads-invalid.json') as { why: string; hex: string }[]

const runs = Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 500)

describe('the fixtures', () => {
  test.each(valid)('$head.type is $hex', ({ hex, head }) => {
    const expected = { ...head, sessionId: Buffer.from(head.sessionId, 'hex') }
    expect(encodeLinkHead(expected).toString('hex')).toBe(hex)
    expect(decodeLinkHead(Buffer.from(hex, 'hex'))).toEqual({ ok: true, value: expected })
  })

  test.each(invalid)('$why is refused', ({ hex }) => {
    expect(hex).toHaveLength(2 * linkHeadBytes)
    expect(decodeLinkHead(Buffer.from(hex, 'hex'))).toEqual({ ok: false, refusal: 'unreadable' })
  })
})

const sessionId = fc.uint8Array({ minLength: sessionIdBytes, maxLength: sessionIdBytes })
const anyHead: fc.Arbitrary<LinkHead> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      'probe' as const,
      'answer' as const,
      'begin' as const,
      'resumed' as const,
      'unknown' as const,
    ),
    sessionId,
    offset: fc.maxSafeNat(),
    move: fc.constant(0),
  }),
  fc.record({
    type: fc.constant('resume' as const),
    sessionId,
    offset: fc.maxSafeNat(),
    move: fc.integer({ min: 1, max: moveMax }),
  }),
)

/** All heads that a reader finds in these pieces, until one is unreadable. */
function read(pieces: readonly Uint8Array[]): (LinkHead | 'unreadable')[] {
  const reader = new LinkHeadReader()
  const heads: (LinkHead | 'unreadable')[] = []
  for (const piece of pieces) {
    for (let offset = 0; offset < piece.length && heads.at(-1) !== 'unreadable';) {
      const { taken, head } = reader.take(piece, offset)
      expect(taken).toBeGreaterThan(0)
      offset += taken
      if (head !== undefined) heads.push(head.ok ? head.value : head.refusal)
    }
  }
  return heads
}

const cut = (bytes: Buffer, every: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / every) }, (_, piece) =>
    bytes.subarray(piece * every, (piece + 1) * every),
  )

describe('any head', () => {
  it('is read as it was written, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyHead, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 100 }),
        (heads, every) => {
          const seen = read(cut(Buffer.concat(heads.map(encodeLinkHead)), every))
          expect(seen).toEqual(heads.map((head) => ({ ...head, sessionId: Buffer.from(head.sessionId) })))
        },
      ),
      { numRuns: runs },
    )
  })
})

describe('arbitrary bytes', () => {
  it('are refused, or a head that writes the same bytes', () => {
    const almost = fc
      .tuple(anyHead, fc.integer({ min: 0, max: linkHeadBytes - 1 }), fc.integer({ min: 0, max: 255 }))
      .map(([head, index, byte]) => encodeLinkHead(head).fill(byte, index, index + 1))
    fc.assert(
      fc.property(fc.oneof(almost, fc.uint8Array({ minLength: linkHeadBytes, maxLength: linkHeadBytes })), (bytes) => {
        const head = decodeLinkHead(bytes)
        if (head.ok) expect(Buffer.compare(encodeLinkHead(head.value), bytes)).toBe(0)
      }),
      { numRuns: runs },
    )
  })

  it('make a reader neither throw nor keep more than a head', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (pieces) => {
        expect(read(pieces).filter((each) => each === 'unreadable').length).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs },
    )
  })
})

it('a head of another length is refused, and a session id of another length a fault', () => {
  expect(decodeLinkHead(new Uint8Array(31))).toEqual({ ok: false, refusal: 'unreadable' })
  expect(() => encodeLinkHead({ type: 'begin', sessionId: new Uint8Array(3), offset: 0, move: 0 })).toThrow(RangeError)
})
