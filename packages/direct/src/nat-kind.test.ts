import { expect, test } from 'vitest'
import { natKindOf } from './nat-kind.ts'

const own = { addresses: ['192.168.1.7', '2001:db8::7'], port: 4000 }

test.each([
  { why: 'nobody has answered', seen: [], kind: 'udp-blocked' },
  { why: 'both have seen the same', seen: ['203.0.113.1 4000', '203.0.113.1 4000'], kind: 'cone' },
  { why: 'both have seen the same other port', seen: ['203.0.113.1 77', '203.0.113.1 77'], kind: 'cone' },
  { why: 'one has seen another port', seen: ['203.0.113.1 77', '203.0.113.1 78'], kind: 'symmetric' },
  { why: 'one has seen another address', seen: ['203.0.113.1 77', '203.0.113.2 77'], kind: 'symmetric' },
  {
    why: 'one has seen another, after two that agree',
    seen: ['203.0.113.1 7', '203.0.113.1 7', '203.0.113.1 8'],
    kind: 'symmetric',
  },
  { why: 'only one has answered', seen: ['203.0.113.1 77'], kind: 'unknown' },
  { why: 'the address is its own', seen: ['2001:db8::7 4000', '2001:db8::7 4000'], kind: 'none' },
  { why: 'the address is its own, and the port another', seen: ['2001:db8::7 5', '2001:db8::7 5'], kind: 'cone' },
])('$why: $kind', ({ seen, kind }) => {
  const places = seen.map((text) => ({ host: text.split(' ')[0] ?? '', port: Number(text.split(' ')[1]) }))
  expect(natKindOf(places, own)).toBe(kind)
})
