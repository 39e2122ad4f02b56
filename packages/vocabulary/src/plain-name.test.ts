import { expect, it } from 'vitest'
import { parsePlainName } from './plain-name.ts'

it.each([
  ['Lab', 'Lab'],
  ['  株式会社 Lab  ', '株式会社 Lab'],
  ['e\u0301', '\u00e9'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['👩‍🔬 desk', '👩‍🔬 desk'],
])('takes %j', (text, name) => {
  expect(parsePlainName(text, 100)).toEqual({ ok: true, value: name })
})

it.each([
  ['empty', ' \u3000 '],
  ['too-long', 'x'.repeat(101)],
  ['not-text', 'a\u0000b'],
  ['not-text', '\u001B[2J'],
  ['not-text', 'a\nb'],
  ['not-text', '\u202Egpj.exe'],
  ['not-text', '\u2066x\u2069'],
  ['not-text', '\uD800'],
])('refuses what is %s: %j', (refusal, text) => {
  expect(parsePlainName(text, 100)).toEqual({ ok: false, refusal })
})
