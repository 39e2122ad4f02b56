import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { encodeHello, helloBytes, readHello } from './hello.ts'

const key = randomBytes(32)
const types = ['probe', 'answer', 'use', 'using', 'greet', 'take-lan', 'take-tcp'] as const

describe('a hello', () => {
  test.each(types)('%s is read by the other end', (type) => {
    expect(readHello(encodeHello(type, 'initiator', key), 'initiator', key)).toBe(type)
    expect(readHello(encodeHello(type, 'acceptor', key), 'acceptor', key)).toBe(type)
  })

  it('of one end is not taken for one of the other: what comes back is no answer', () => {
    expect(readHello(encodeHello('probe', 'initiator', key), 'acceptor', key)).toBeUndefined()
  })

  it('of a stranger is none', () => {
    expect(readHello(encodeHello('use', 'initiator', randomBytes(32)), 'initiator', key)).toBeUndefined()
  })

  it('in which any bit was changed is none', () => {
    fc.assert(
      fc.property(fc.nat(helloBytes - 1), fc.nat(7), (at, bit) => {
        const bytes = encodeHello('use', 'initiator', key)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        expect(readHello(bytes, 'initiator', key)).toBeUndefined()
      }),
    )
  })

  it('is not made of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(readHello(Buffer.from(bytes), 'initiator', key)).toBeUndefined()
        expect(readHello(Buffer.from([...Buffer.from('FPD1'), ...bytes]), 'initiator', key)).toBeUndefined()
      }),
    )
  })
})
