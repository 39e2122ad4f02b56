import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  decodeBeside,
  encodeCopy,
  encodeDatagram,
  encodeFrame,
  frameMessageBytesMax,
  readFrameHead,
  writeFrameHead,
  type ControlFrame,
} from './frame-codec.ts'
import { FrameReader, type FrameHandlers } from './frame-reader.ts'
import { frameHeadBytes, framePayloadBytesMax, frameType, type FrameType } from './frames.ts'

const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
const valid = readFixture('frames-valid.json') as { hex: string; frame: Record<string, unknown> }[]
const invalid = readFixture('frames-invalid.json') as { why: string; refusal: string; hex: string }[]

const runs = Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 500)

interface Seen {
  frames: ControlFrame[]
  data: [number, Buffer][]
  datagrams: [number, Buffer][]
  garbage: string[]
}

/** What a reader makes of the bytes, given in these pieces. */
function read(pieces: readonly Uint8Array[]): Seen & { reader: FrameReader } {
  const seen: Seen = { frames: [], data: [], datagrams: [], garbage: [] }
  const handlers: FrameHandlers = {
    onFrame: (frame) => seen.frames.push(frame),
    onData: (streamId, bytes) => seen.data.push([streamId, Buffer.from(bytes)]),
    onDatagram: (streamId, bytes) => seen.datagrams.push([streamId, Buffer.from(bytes)]),
    onGarbage: (refusal) => seen.garbage.push(refusal),
  }
  const reader = new FrameReader(handlers)
  for (const piece of pieces) reader.push(piece)
  return { ...seen, reader }
}

const cut = (bytes: Buffer, every: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / every) }, (_, piece) =>
    bytes.subarray(piece * every, (piece + 1) * every),
  )

const withPayload = (type: FrameType, streamId: number, payload: Uint8Array): Buffer => {
  const frame = Buffer.alloc(frameHeadBytes + payload.length)
  writeFrameHead(frame, 0, type, payload.length, streamId)
  frame.set(payload, frameHeadBytes)
  return frame
}

/** JSON has no bigint: the fixtures write the eight bytes of a ping in hex. */
const fromFixture = (frame: Record<string, unknown>): unknown =>
  typeof frame['nonce'] === 'string' ? { ...frame, nonce: BigInt(`0x${frame['nonce']}`) } : frame

describe('the fixtures', () => {
  test.each(valid)('$frame.type is $hex', ({ hex, frame }) => {
    const bytes = Buffer.from(hex, 'hex')
    const expected = fromFixture(frame) as ControlFrame // fixtures are written as such
    expect(encodeFrame(expected)).toEqual(bytes)
    for (const every of [bytes.length, 7, 1]) expect(read(cut(bytes, every)).frames).toEqual([expected])
  })

  test.each(invalid)('$why is refused as $refusal', ({ hex, refusal }) => {
    const bytes = Buffer.from(hex, 'hex')
    for (const every of [bytes.length, 3, 1]) {
      expect(read(cut(bytes, every))).toMatchObject({ garbage: [refusal], frames: [], data: [] })
    }
  })
})

const uint32 = fc.integer({ min: 0, max: 0xffff_ffff })
const streamId = fc.integer({ min: 1, max: 0xffff_ffff })
const code = fc.integer({ min: 0, max: 0xffff })
const text = (bytesMax: number) =>
  fc.string({ unit: 'grapheme', maxLength: 100 }).filter((value) => Buffer.byteLength(value) <= bytesMax)
const nonce = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn })
const anyFrame = fc.oneof(
  fc.record({
    type: fc.constant('hello'),
    hello: fc.record({
      protocol: fc.integer({ min: 1, max: 65_535 }),
      windowBytes: fc.integer({ min: 1, max: 0xffff_ffff }),
      streamsMax: fc.integer({ min: 1, max: 0xffff_ffff }),
    }),
  }),
  fc.record({
    type: fc.constant('grant'),
    grantId: uint32,
    ticket: fc.string({ minLength: 1, maxLength: 300, unit: 'binary-ascii' }),
  }),
  fc.record({ type: fc.constant('revoke'), grantId: uint32 }),
  fc.record({ type: fc.constant('open'), streamId, grantId: uint32, window: uint32, source: text(255) }),
  fc.record({ type: fc.constant('accept'), streamId, window: uint32 }),
  fc.record({ type: fc.constantFrom('refuse', 'reset'), streamId, code, message: text(frameMessageBytesMax) }),
  fc.record({ type: fc.constant('window'), streamId, consumed: fc.maxSafeNat(), window: uint32 }),
  fc.record({ type: fc.constant('fin'), streamId }),
  fc.record({ type: fc.constantFrom('ping', 'pong'), nonce }),
  fc.record({ type: fc.constant('ack'), receivedBytes: fc.maxSafeNat() }),
  fc.record({ type: fc.constant('signal'), text: fc.string({ minLength: 2, maxLength: 300, unit: 'binary-ascii' }) }),
  fc.record({ type: fc.constant('goaway'), code, message: text(frameMessageBytesMax) }),
) as fc.Arbitrary<ControlFrame> // constants lose their literal types in a record

describe('any frame', () => {
  it('is read as it was written, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(anyFrame, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 400 }),
        (frames, every) => {
          const seen = read(cut(Buffer.concat(frames.map(encodeFrame)), every))
          expect(seen.frames).toEqual(frames)
          expect(seen.reader.isBetweenFrames).toBe(true)
        },
      ),
      { numRuns: runs },
    )
  })

  it('of data comes whole and in order between others, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 2000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 900 }),
        (payloads, every) => {
          const frames = payloads.flatMap((payload) => [
            withPayload(frameType.data, 5, payload),
            withPayload(frameType.datagram, 7, payload),
            withPayload(frameType.void, 9, payload),
          ])
          const seen = read(cut(Buffer.concat(frames), every))
          expect(Buffer.concat(seen.data.map(([, bytes]) => bytes)).equals(Buffer.concat(payloads))).toBe(true)
          expect(seen.datagrams.map(([id, bytes]) => [id, new Uint8Array(bytes)])).toEqual(
            payloads.map((payload) => [7, payload]),
          )
        },
      ),
      { numRuns: Math.ceil(runs / 5) },
    )
  })
})

describe('arbitrary bytes', () => {
  it('never make the reader throw, and nothing follows garbage', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (pieces) => {
        expect(read(pieces).garbage.length).toBeLessThanOrEqual(1)
        expect(read([Buffer.from([0, 0, 0, 0, 0, 0, 0, 0]), ...pieces])).toMatchObject({
          garbage: ['unknown-type'],
          frames: [],
          data: [],
        })
      }),
      { numRuns: runs },
    )
  })

  it('that are almost frames never make the reader throw, nor gather more than a frame may have', () => {
    const almost = fc
      .tuple(fc.array(anyFrame, { minLength: 1, maxLength: 4 }), fc.nat(), fc.integer({ min: 0, max: 255 }), fc.nat())
      .map(([frames, index, byte, length]) => {
        const bytes = Buffer.concat(frames.map(encodeFrame))
        bytes[index % bytes.length] = byte
        return bytes.subarray(0, 1 + (length % bytes.length))
      })
    fc.assert(
      fc.property(almost, fc.integer({ min: 1, max: 400 }), (bytes, every) => {
        const seen = read(cut(bytes, every))
        expect(seen.garbage.length).toBeLessThanOrEqual(1)
        // However it is cut, it is the same.
        const { frames, data, garbage } = read([bytes])
        expect(seen.frames).toEqual(frames)
        expect(seen.garbage).toEqual(garbage)
        const total = (pieces: [number, Buffer][]): number => pieces.reduce((sum, [, piece]) => sum + piece.length, 0)
        expect(total(seen.data)).toBe(total(data))
      }),
      { numRuns: runs },
    )
  })

  it('never claim more room than the largest frame', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
        const head = readFrameHead(bytes)
        expect(head.ok ? head.value.length : 0).toBeLessThanOrEqual(framePayloadBytesMax)
      }),
      { numRuns: 2 * runs },
    )
  })
})

it('a long message is cut to what a frame may carry', () => {
  const frame = encodeFrame({ type: 'goaway', code: 1, message: 'x'.repeat(10_000) })
  expect(read([frame]).frames).toEqual([{ type: 'goaway', code: 1, message: 'x'.repeat(frameMessageBytesMax) }])
})

it('a handler that stops the reader gets nothing more of the same bytes', () => {
  const seen: string[] = []
  const reader: FrameReader = new FrameReader({
    onFrame(frame) {
      seen.push(frame.type)
      reader.stop()
    },
    onData: () => seen.push('data'),
    onDatagram: () => seen.push('datagram'),
    onGarbage: () => seen.push('garbage'),
  })
  reader.push(Buffer.concat([encodeFrame({ type: 'fin', streamId: 1 }), encodeFrame({ type: 'fin', streamId: 3 })]))
  expect(seen).toEqual(['fin'])
})

describe('a datagram beside the bytes', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(streamId, fc.uint8Array({ maxLength: 1500 }), (id, payload) => {
        const read = decodeBeside(encodeDatagram(id, payload))
        expect(read?.streamId).toBe(id)
        expect(Buffer.compare(read?.payload ?? Buffer.alloc(0), payload)).toBe(0)
      }),
      { numRuns: runs },
    )
  })

  it('may be a copy of DATA', () => {
    fc.assert(
      fc.property(streamId, fc.maxSafeNat(), fc.uint8Array({ maxLength: 1500 }), (id, offset, payload) => {
        const read = decodeBeside(encodeCopy(id, offset, payload))
        expect(read).toMatchObject({ streamId: id, offset })
        expect(Buffer.compare(read?.payload ?? Buffer.alloc(0), payload)).toBe(0)
      }),
      { numRuns: runs },
    )
  })

  it('that is too short to say what it is, or stands beyond all counting, is none', () => {
    expect(decodeBeside(new Uint8Array(3))).toBeUndefined()
    expect(decodeBeside(new Uint8Array(15))).toBeUndefined()
    expect(decodeBeside(Buffer.from(`0000000000000001${'ff'.repeat(8)}`, 'hex'))).toBeUndefined()
  })
})
