import { describe, expect, test } from 'vitest'
import type { AddressRule } from '@farport/protocol'
import { createAddressGate } from './address-rule.ts'

function verdicts(rule: AddressRule, addresses: string[]): boolean[] {
  const gate = createAddressGate(rule)
  if (!gate.ok) throw new Error(gate.refusal)
  return addresses.map((address) => gate.value.admits(address))
}

const latch: AddressRule = { rule: 'latch' }
const ranges = (...list: string[]): AddressRule => ({ rule: 'ranges', ranges: list })

describe('an address rule', () => {
  const rows: [string, AddressRule, string[], boolean[]][] = [
    ['anyone is anyone', { rule: 'anyone' }, ['192.0.2.1', '2001:db8::1'], [true, true]],
    ['the latch keeps the first', latch, ['192.0.2.1', '192.0.2.2', '192.0.2.1'], [true, false, true]],
    [
      'the latch knows IPv4 in IPv6 clothes',
      latch,
      ['::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.2'],
      [true, true, false],
    ],
    ['the latch keeps an IPv6 address', latch, ['2001:db8::1', '2001:db8::2'], [true, false]],
    [
      'a range admits its own',
      ranges('192.0.2.0/24'),
      ['192.0.2.77', '::ffff:192.0.2.78', '192.0.3.1'],
      [true, true, false],
    ],
    ['an address is a range of one', ranges('192.0.2.7'), ['192.0.2.7', '192.0.2.8'], [true, false]],
    [
      'the second range counts too',
      ranges('192.0.2.7', '2001:db8::/32'),
      ['2001:db8:1::5', '2001:db9::1'],
      [true, false],
    ],
    ['an IPv4 range admits no IPv6 address', ranges('0.0.0.0/0'), ['198.51.100.1', '2001:db8::1'], [true, false]],
  ]
  test.each(rows)('%s', (_name, rule, addresses, expected) => {
    expect(verdicts(rule, addresses)).toEqual(expected)
  })

  test.each(['nonsense', '192.0.2.0/33', '192.0.2.0/24/1', '192.0.2.0/', '2001:db8::/129', '/24', ''])(
    'the range "%s" is refused',
    (range) => {
      expect(createAddressGate(ranges('192.0.2.1', range)).ok).toBe(false)
    },
  )
})
