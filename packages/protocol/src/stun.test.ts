import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ipFromBytes } from './ip-bytes.ts'
import {
  decodeStun,
  encodeStunAnswer,
  encodeStunRequest,
  encodeStunUnknownAttributes,
  stunMessageBytesMax,
  type StunMessage,
} from './stun.ts'

const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
const valid = readFixture('stun-valid.json') as { why: string; hex: string; message: { transactionId: string } }[]
const invalid = readFixture('stun-invalid.json') as { why: string; hex: string }[]

const transactionId = fc.uint8Array({ minLength: 12, maxLength: 12 })
const address = fc.record({
  host: fc
    .oneof(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.uint8Array({ minLength: 16, maxLength: 16 }))
    .map((bytes) => ipFromBytes(bytes) ?? ''),
  port: fc.integer({ min: 1, max: 65_535 }),
})

const read = (bytes: Uint8Array): StunMessage => {
  const message = decodeStun(bytes)
  return message.ok ? message.value : expect.fail('unreadable')
}

describe('the fixtures', () => {
  test.each(valid)('$why', ({ hex, message }) => {
    const { transactionId: id, ...rest } = read(Buffer.from(hex, 'hex'))
    expect({ transactionId: id.toString('hex'), ...rest }).toEqual(message)
  })

  test.each(invalid)('$why is refused', ({ hex }) => {
    expect(decodeStun(Buffer.from(hex, 'hex'))).toEqual({ ok: false, refusal: 'unreadable' })
  })
})

describe('what is written is read again', () => {
  it('as a request', () => {
    fc.assert(
      fc.property(transactionId, (id) => {
        expect(read(encodeStunRequest(id))).toEqual({
          type: 'request',
          transactionId: Buffer.from(id),
          unknownAttributes: [],
        })
      }),
    )
  })

  it('as an answer', () => {
    fc.assert(
      fc.property(transactionId, address, (id, from) => {
        expect(read(encodeStunAnswer(id, from))).toEqual({
          type: 'answer',
          transactionId: Buffer.from(id),
          address: from,
        })
      }),
    )
  })

  it('as an error', () => {
    fc.assert(
      fc.property(transactionId, fc.array(fc.nat(0xffff), { maxLength: 16 }), (id, unknown) => {
        expect(read(encodeStunUnknownAttributes(id, unknown))).toMatchObject({ type: 'error', code: 420 })
      }),
    )
  })
})

describe('a stranger', () => {
  it('gets an answer that is no longer than what he has sent', () => {
    const id = new Uint8Array(12)
    const answer = encodeStunAnswer(id, { host: '2001:db8::1', port: 1 })
    expect(answer.length).toBeLessThanOrEqual(encodeStunRequest(id).length)
  })

  it('breaks nothing with any bytes, nor with any change of good ones', () => {
    const good = fc.oneof(
      transactionId.map(encodeStunRequest),
      fc.tuple(transactionId, address).map(([id, from]) => encodeStunAnswer(id, from)),
      fc.constantFrom(...valid.map(({ hex }) => Buffer.from(hex, 'hex'))),
    )
    const changed = fc
      .tuple(good, fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 4 }), fc.nat(200))
      .map(([bytes, changes, length]) => {
        const copy = Buffer.from(bytes)
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value
        return copy.subarray(0, length)
      })
    const any = fc.oneof(fc.uint8Array({ maxLength: 1000 }), changed)
    fc.assert(
      fc.property(any, (bytes) => {
        const message = decodeStun(bytes)
        if (bytes.length > stunMessageBytesMax) expect(message.ok).toBe(false)
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 20_000) },
    )
  })

  it('changes no bit of a message that carries a fingerprint', () => {
    fc.assert(
      fc.property(transactionId, address, fc.nat(), fc.nat(7), (id, from, at, bit) => {
        const bytes = encodeStunAnswer(id, from)
        const byte = at % (bytes.length - 8)
        bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
        expect(decodeStun(bytes).ok).toBe(false)
      }),
    )
  })

  it('does not make it read beyond the bytes that it was given', () => {
    const inside = Buffer.concat([Buffer.alloc(8, 0xff), encodeStunRequest(new Uint8Array(12)), Buffer.alloc(8, 0xff)])
    expect(decodeStun(inside.subarray(8, -8)).ok).toBe(true)
  })
})
