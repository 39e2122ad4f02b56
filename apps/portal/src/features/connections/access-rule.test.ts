import { describe, expect, it } from 'vitest'
import { accessRuleOf, hostIpOf } from './access-rule.ts'

describe('who may use a port', () => {
  it.each([
    ['latch', '', '255.255.255.255'],
    ['anyone', '', '0.0.0.0'],
    ['one', ' 203.0.113.7 ', '203.0.113.7'],
    ['one', '203.0.113.0/24', '203.0.113.0/24'],
    ['one', '2001:db8::1', '2001:db8::1'],
    ['one', '', undefined],
    ['one', '203.0.113.256', undefined],
    ['one', '203.0.113.0/33', undefined],
    ['one', '1.2.3.4/8/9', undefined],
    ['one', 'home', undefined],
  ] as const)('%s %s', (kind, address, hostIp) => {
    expect(hostIpOf({ kind, address })).toBe(hostIp)
  })

  it('comes back as it was', () => {
    for (const hostIp of ['255.255.255.255', '0.0.0.0', '203.0.113.0/24'])
      expect(hostIpOf(accessRuleOf(hostIp))).toBe(hostIp)
  })
})
