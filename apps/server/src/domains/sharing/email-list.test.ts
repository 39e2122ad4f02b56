import { describe, expect, it } from 'vitest'
import { parseEmailList } from './email-list.ts'

const many = (count: number) => Array.from({ length: count }, (_, number) => `person-${number}@example.org`)

describe('a list of addresses', () => {
  it.each([
    ['one', ['ann@example.org'], ['ann@example.org']],
    [
      'as pasted',
      [' Ann@Example.org, bob@example.org;\ncy@example.org '],
      ['ann@example.org', 'bob@example.org', 'cy@example.org'],
    ],
    ['each once', ['ann@example.org', 'ANN@example.org'], ['ann@example.org']],
    ['a hundred', many(100), many(100)],
    ['a hundred in one text', [many(100).join(' ')], many(100)],
  ])('is read: %s', (_, texts, emails) => {
    expect(parseEmailList(texts)).toEqual({ ok: true, value: emails })
  })

  it.each([
    ['nobody', [], 'Please name an e-mail address.'],
    ['nothing but separators', [' ,; '], 'Please name an e-mail address.'],
    ['a word', ['ann'], 'ann: This is not an e-mail address.'],
    ['one bad among good', ['ann@example.org', 'bob@'], 'bob@: This is not an e-mail address.'],
    ['markup', ['<b>@example.org'], '<b>@example.org: This is not an e-mail address.'],
    ['an escape', ['\u001b[31mann@example.org'], '?[31mann@example.org: This is not an e-mail address.'],
    ['a line turned around', ['ann\u202e@example.org'], 'ann?@example.org: This is not an e-mail address.'],
    ['NUL', ['ann\0@example.org'], 'ann?@example.org: This is not an e-mail address.'],
    ['101', many(101), 'One call names at most 100 e-mail addresses.'],
    ['101 in one text', [many(101).join()], 'One call names at most 100 e-mail addresses.'],
    ['10,000', many(10_000), 'One call names at most 100 e-mail addresses.'],
    ['a megabyte', ['x'.repeat(1_000_000)], 'One call names at most 100 e-mail addresses.'],
  ])('is refused: %s', (_, texts, refusal) => {
    expect(parseEmailList(texts)).toEqual({ ok: false, refusal })
  })
})
