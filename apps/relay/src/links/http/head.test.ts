import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headersMax, headLength, parseRequestHead, parseResponseHead, type Header } from './head.ts'

const request = (lines: string, start = 'GET / HTTP/1.1\r\n') => parseRequestHead(`${start}${lines}\r\n`)

describe('the head of a request', () => {
  it('is read', () => {
    const head = parseRequestHead('POST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nX-Tab:\t a b \t\r\n\r\n')
    expect(head).toEqual({
      ok: true,
      value: {
        method: 'POST',
        target: '/a?b=c',
        version: '1.1',
        headers: [
          { name: 'Host', key: 'host', value: 'x' },
          { name: 'X-Empty', key: 'x-empty', value: '' },
          { name: 'X-Tab', key: 'x-tab', value: 'a b' },
        ],
      },
    })
  })

  it.each([
    ['two blanks', 'GET  / HTTP/1.1\r\n', 'start-line'],
    ['a tab', 'GET\t/ HTTP/1.1\r\n', 'start-line'],
    ['a blank before it', ' GET / HTTP/1.1\r\n', 'start-line'],
    ['no version', 'GET /\r\n', 'start-line'],
    ['a blank in its target', 'GET /a b HTTP/1.1\r\n', 'start-line'],
    ['a control character in its target', 'GET /\x01 HTTP/1.1\r\n', 'start-line'],
    ['a letter beyond ASCII in its target', 'GET /\xe4 HTTP/1.1\r\n', 'start-line'],
    ['a bare LF', 'GET / HTTP/1.1\n', 'start-line'],
    ['a bare CR', 'GET / HTTP/1.1\r', 'start-line'],
    ['a colon in its method', 'GE:T / HTTP/1.1\r\n', 'start-line'],
    ['a small http', 'GET / http/1.1\r\n', 'start-line'],
    ['version 2.0', 'GET / HTTP/2.0\r\n', 'version'],
    ['version 0.9', 'GET / HTTP/0.9\r\n', 'version'],
    ['version 1.10', 'GET / HTTP/1.10\r\n', 'start-line'],
    ['a target without end', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n`, 'start-line'],
  ])('may not begin with %s', (_, start, refusal) => {
    expect(request('Host: x\r\n', start)).toEqual({ ok: false, refusal })
  })

  it.each([
    ['a blank before the colon', 'Host : x\r\n'],
    ['a folded value', 'X: a\r\n b\r\n'],
    ['a folded value, by tab', 'X: a\r\n\tb\r\n'],
    ['no colon', 'Host\r\n'],
    ['no name', ': x\r\n'],
    ['a blank in a name', 'Ho st: x\r\n'],
    ['a NUL in a value', 'X: a\0b\r\n'],
    ['a bare CR in a value', 'X: a\rb\r\n'],
    ['a bare LF between headers', 'X: a\nY: b\r\n'],
    ['a DEL in a value', 'X: \x7f\r\n'],
    ['a letter beyond ASCII in a name', 'H\xf6st: x\r\n'],
    ['a header before the empty line that is none', 'X: a\r\n\r\nY: b\r\n'],
    ['a name without end', `${'x'.repeat(257)}: a\r\n`],
  ])('may not have %s', (_, lines) => {
    expect(request(lines)).toEqual({ ok: false, refusal: 'header' })
  })

  it('has so many headers and no more', () => {
    expect(request('X: a\r\n'.repeat(headersMax)).ok).toBe(true)
    expect(request('X: a\r\n'.repeat(headersMax + 1))).toEqual({ ok: false, refusal: 'too-many-headers' })
  })

  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/)
  const value = fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,40}$/)
  it('is read as it was written', () => {
    fc.assert(
      fc.property(token, fc.array(fc.tuple(token, value), { maxLength: 20 }), (method, pairs) => {
        const lines = pairs.map(([name, text]) => `${name}: ${text}\r\n`).join('')
        const head = parseRequestHead(`${method} /x HTTP/1.1\r\n${lines}\r\n`)
        const headers: Header[] = pairs.map(([name, text]) => ({ name, key: name.toLowerCase(), value: text }))
        expect(head).toEqual({ ok: true, value: { method, target: '/x', version: '1.1', headers } })
      }),
    )
  })

  const nearlyHttp = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['GET', ' ', '/', 'HTTP/1.1', 'HTTP/1.0', '\r\n', '\r', '\n', ':', '\t', '\0', 'Host: x', ' \r\n'],
          ...['Transfer-Encoding: chunked', 'Content-Length: 5', 'Content-Length: +5', '\r\n\r\n', '\xff', ';'],
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''))
  it('is refused or clean, whatever comes', () => {
    fc.assert(
      fc.property(nearlyHttp, (text) => {
        for (const head of [parseRequestHead(text), parseResponseHead(text)]) {
          if (!head.ok) continue
          for (const { name, value: said } of head.value.headers) {
            expect(name).toMatch(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
            expect(said).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/)
          }
        }
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 20_000) },
    )
  })
})

describe('the head of a response', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\n\r\n', 200, 'OK'],
    ['HTTP/1.1 200 \r\n\r\n', 200, ''],
    ['HTTP/1.1 404\r\n\r\n', 404, ''],
    ['HTTP/1.0 302 Moved Here\r\n\r\n', 302, 'Moved Here'],
  ])('%j is read', (text, status, reason) => {
    expect(parseResponseHead(text)).toMatchObject({ ok: true, value: { status, reason } })
  })

  it.each(['HTTP/1.1 099 X\r\n\r\n', 'HTTP/1.1 20 X\r\n\r\n', 'HTTP/1.1 2000 X\r\n\r\n', 'ICY 200 OK\r\n\r\n'])(
    '%j is none',
    (text) => {
      expect(parseResponseHead(text).ok).toBe(false)
    },
  )
})

describe('where a head ends', () => {
  it.each([
    ['nothing', '', 0, -1],
    ['half an end', 'a\r\n\r', 0, -1],
    ['an end', 'a\r\n\r\n', 0, 5],
    ['an end, most of which was looked at', 'a\r\n\r\nbody', 4, 5],
    ['bare LFs are none', 'a\n\nb', 0, -1],
  ])('%s', (_, text, from, length) => {
    expect(headLength(Buffer.from(text), from)).toBe(length)
  })
})
