import { describe, expect, it } from 'vitest'
import { createLinkGate } from './link-gate.ts'

describe('a link', () => {
  it.each([
    ['everybody, without lists', [], [], '192.0.2.1', true],
    ['whom it allows', ['192.0.2.0/24'], [], '192.0.2.1', true],
    ['whom it allows, in other clothes', ['192.0.2.0/24'], [], '::ffff:192.0.2.1', true],
    ['nobody else', ['192.0.2.0/24'], [], '198.51.100.1', false],
    ['nobody whom it denies', [], ['192.0.2.1'], '192.0.2.1', false],
    ['nobody whom it denies, though it allows them', ['192.0.2.0/24'], ['192.0.2.1'], '192.0.2.1', false],
    ['others than it denies', [], ['192.0.2.1'], '192.0.2.2', true],
    ['IPv6', ['2001:db8::/32'], [], '2001:db8::7', true],
    ['nobody without an address, when it has a list', ['192.0.2.0/24'], [], '', false],
  ])('lets in %s', (_, allow, deny, address, isIn) => {
    const gate = createLinkGate({ allow, deny })
    expect(gate.ok && gate.value.admits(address)).toBe(isIn)
  })

  it('is not served by lists that cannot be read', () => {
    expect(createLinkGate({ allow: [], deny: ['nonsense'] }).ok).toBe(false)
  })
})
