import { expect, it } from 'vitest'
import { parseReachRule, reachRuleLengthMax } from './reach-rule.ts'

it.each([
  ['10.0.0.0/8', { to: 'range', range: '10.0.0.0/8', ports: undefined }],
  ['  10.0.0.1  ', { to: 'range', range: '10.0.0.1', ports: undefined }],
  ['fd00::/8 443', { to: 'range', range: 'fd00::/8', ports: [{ first: 443, last: 443 }] }],
  [
    '192.168.1.7 80,8000-8999',
    {
      to: 'range',
      range: '192.168.1.7',
      ports: [
        { first: 80, last: 80 },
        { first: 8000, last: 8999 },
      ],
    },
  ],
  ['Printer.LAN 631', { to: 'name', name: 'printer.lan', ports: [{ first: 631, last: 631 }] }],
  ['_ldap._tcp.example.', { to: 'name', name: '_ldap._tcp.example.', ports: undefined }],
])('%j is a rule', (text, rule) => {
  expect(parseReachRule(text)).toEqual({ ok: true, value: rule })
})

it.each([
  [''],
  ['10.0.0.0/33'],
  ['10.0.0'],
  ['1.2.3.4.5'],
  ['*'],
  ['-a'],
  ['a..b'],
  ['http://a'],
  ['a 0'],
  ['a 65536'],
  ['a 90-80'],
  ['a 80,'],
  ['a 80 443'],
  ['a x'],
  [`a ${'1,'.repeat(40)}1`],
  ['a'.repeat(reachRuleLengthMax + 1)],
])('%j is no rule, and a sentence says what one looks like', (text) => {
  expect(parseReachRule(text)).toEqual({ ok: false, refusal: expect.stringMatching(/^(Please|Cannot) /) })
})
