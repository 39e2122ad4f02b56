import { isIP } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ipVersionOf, isIpRange } from './ip-address.ts'

const texts = [
  '1.2.3.4',
  '0.0.0.0',
  '255.255.255.255',
  '256.1.1.1',
  '1.2.3',
  '01.2.3.4',
  '1.2.3.4.5',
  '1.2.3.4 ',
  '',
  ':',
  '::',
  ':::',
  '::1',
  '1::',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1::8:',
  ':1::8',
  '1::2::3',
  '2001:db8::ff00:42:8329',
  '::ffff:1.2.3.4',
  '::ffff:1.2.3.256',
  '1.2.3.4::',
  '1:2:3:4:5:6:1.2.3.4',
  '1:2:3:4:5:6:7:1.2.3.4',
  '12345::',
  'g::',
  '1:2:3:4::5:6:7:8',
]

describe('an IP address', () => {
  it.each(texts)('%j is one exactly when Node says so', (text) => {
    expect(ipVersionOf(text) ?? 0).toBe(isIP(text))
  })

  it.each([
    ['10.0.0.0/8', true],
    ['10.0.0.1', true],
    ['2001:db8::/32', true],
    ['10.0.0.0/33', false],
    ['2001:db8::/129', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/08', false],
    ['10.0.0.0/8/8', false],
    ['/8', false],
  ])('%j is a range: %s', (text, isOne) => {
    expect(isIpRange(text)).toBe(isOne)
  })
})
