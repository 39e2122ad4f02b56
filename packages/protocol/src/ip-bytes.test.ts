import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { ipFromBytes, ipToBytes } from './ip-bytes.ts'

test.each([
  ['192.0.2.1', 'c0000201', '192.0.2.1'],
  ['::', '00000000000000000000000000000000', '::'],
  ['::1', '00000000000000000000000000000001', '::1'],
  ['2001:DB8::00:1', '20010db8000000000000000000000001', '2001:db8::1'],
  ['1:0:0:2:0:0:0:3', '00010000000000020000000000000003', '1:0:0:2::3'],
  ['1:0:2:3:4:5:6:7', '00010000000200030004000500060007', '1:0:2:3:4:5:6:7'],
  ['fe80::', 'fe800000000000000000000000000000', 'fe80::'],
  ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '0064ff9b0000000000000000c0000201', '64:ff9b::c000:201'],
])('%s is %s, and is written %s', (text, hex, canonical) => {
  const bytes = ipToBytes(text)
  expect(Buffer.from(bytes ?? []).toString('hex')).toBe(hex)
  expect(ipFromBytes(bytes ?? new Uint8Array())).toBe(canonical)
})

it('is not what is no address', () => {
  for (const text of ['', 'localhost', '1.2.3', '1.2.3.4/8', 'fe80::1%eth0', ':::'])
    expect(ipToBytes(text)).toBeUndefined()
  for (const length of [0, 3, 5, 15, 17]) expect(ipFromBytes(new Uint8Array(length))).toBeUndefined()
})

it('comes back from its bytes, and its text is the one that the platform writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(14), fc.nat(16), (random, from, zeros) => {
      const bytes = random.fill(0, from, from + zeros)
      const text = ipFromBytes(bytes) ?? ''
      fc.pre(text.includes(':'))
      expect(ipToBytes(text)).toEqual(bytes)
      expect(new URL(`http://[${text}]`).hostname).toBe(`[${text}]`)
    }),
  )
})
