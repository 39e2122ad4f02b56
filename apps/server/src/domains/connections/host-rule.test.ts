import { describe, expect, it } from 'vitest'
import { parseHostRule } from './host-rule.ts'

describe('who may use a proxy port', () => {
  it.each([
    ['255.255.255.255', { rule: 'latch' }],
    ['0.0.0.0', { rule: 'anyone' }],
    ['192.0.2.7', { rule: 'ranges', ranges: ['192.0.2.7'] }],
    [' 10.0.0.0/8 ', { rule: 'ranges', ranges: ['10.0.0.0/8'] }],
    ['2001:DB8::/32', { rule: 'ranges', ranges: ['2001:db8::/32'] }],
  ])('%j is understood', (text, rule) => {
    expect(parseHostRule(text)).toEqual({ ok: true, value: { text: text.trim().toLowerCase(), rule } })
  })

  it.each(['', 'anyone', '10.0.0.0/33', 'example.com', '10.0.0.1,10.0.0.2', '*'])('%j is refused', (text) => {
    expect(parseHostRule(text)).toEqual({ ok: false, refusal: 'invalid' })
  })
})
