import { describe, expect, it } from 'vitest'
import { requestFraming, responseFraming } from './framing.ts'
import { parseRequestHead, parseResponseHead } from './head.ts'

const ofRequest = (lines: string, version = '1.1') => {
  const head = parseRequestHead(`POST / HTTP/${version}\r\n${lines}\r\n`)
  if (!head.ok) throw new Error(head.refusal)
  return requestFraming(head.value)
}
const ofResponse = (status: number, lines: string, method = 'GET', version = '1.1') => {
  const head = parseResponseHead(`HTTP/${version} ${status} X\r\n${lines}\r\n`)
  if (!head.ok) throw new Error(head.refusal)
  return responseFraming(head.value, method === 'HEAD')
}

describe('the body of a request', () => {
  it.each([
    ['', { kind: 'none' }],
    ['Content-Length: 0\r\n', { kind: 'none' }],
    ['content-length: 12\r\n', { kind: 'length', bytes: 12 }],
    ['Transfer-Encoding: chunked\r\n', { kind: 'chunked' }],
    ['Transfer-Encoding: Chunked\r\n', { kind: 'chunked' }],
  ])('%j', (lines, value) => {
    expect(ofRequest(lines)).toEqual({ ok: true, value })
  })

  it.each([
    ['a length and a coding', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', 'both'],
    ['a coding and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 0\r\n', 'both'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n', 'length'],
    ['the same length twice', 'Content-Length: 5\r\nContent-Length: 5\r\n', 'length'],
    ['two lengths in one', 'Content-Length: 5, 6\r\n', 'length'],
    ['a sign', 'Content-Length: +5\r\n', 'length'],
    ['a negative length', 'Content-Length: -5\r\n', 'length'],
    ['a length in hexadecimal', 'Content-Length: 0x5\r\n', 'length'],
    ['half a byte', 'Content-Length: 5.5\r\n', 'length'],
    ['no number', 'Content-Length:\r\n', 'length'],
    ['a length beyond counting', `Content-Length: ${'9'.repeat(30)}\r\n`, 'length'],
    ['two codings', 'Transfer-Encoding: gzip, chunked\r\n', 'coding'],
    ['another coding', 'Transfer-Encoding: identity\r\n', 'coding'],
    ['a coding twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', 'coding'],
    ['a coding that is nearly known', 'Transfer-Encoding: xchunked\r\n', 'coding'],
    ['a coding with a parameter', 'Transfer-Encoding: chunked;q=1\r\n', 'coding'],
    ['a coding in quotes', 'Transfer-Encoding: "chunked"\r\n', 'coding'],
    ['a vertical tab in the coding’s place', 'Transfer-Encoding: \xa0chunked\r\n', 'coding'],
  ])('may not have %s', (_, lines, refusal) => {
    expect(ofRequest(lines)).toEqual({ ok: false, refusal })
  })

  it('is not chunked by a client that is too old for it', () => {
    expect(ofRequest('Transfer-Encoding: chunked\r\n', '1.0')).toEqual({ ok: false, refusal: 'coding' })
  })
})

describe('the body of a response', () => {
  it.each([
    ['nothing stated', 200, '', 'GET', { kind: 'until-end' }],
    ['a length', 200, 'Content-Length: 7\r\n', 'GET', { kind: 'length', bytes: 7 }],
    ['chunks', 200, 'Transfer-Encoding: chunked\r\n', 'GET', { kind: 'chunked' }],
    ['a question for the head alone', 200, 'Content-Length: 7\r\n', 'HEAD', { kind: 'none' }],
    ['nothing changed', 304, 'Content-Length: 7\r\n', 'GET', { kind: 'none' }],
    ['no content', 204, '', 'GET', { kind: 'none' }],
    ['an interim answer', 103, '', 'GET', { kind: 'none' }],
  ] as const)('with %s', (_, status, lines, method, value) => {
    expect(ofResponse(status, lines, method)).toEqual({ ok: true, value })
  })

  it('has one length', () => {
    expect(ofResponse(200, 'Content-Length: 7\r\nTransfer-Encoding: chunked\r\n')).toEqual({
      ok: false,
      refusal: 'both',
    })
  })
})
