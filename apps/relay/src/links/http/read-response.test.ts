import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ResponseReader } from './read-response.ts'

interface Heard {
  statuses: number[]
  body: string
  hasEnded: boolean
}

function reader(method = 'GET'): { reader: ResponseReader; heard: Heard } {
  const heard: Heard = { statuses: [], body: '', hasEnded: false }
  const made = new ResponseReader()
  made.expect(method, {
    onHead: ({ head }) => heard.statuses.push(head.status),
    onBody: (bytes) => (heard.body += Buffer.from(bytes).toString('latin1')),
    onEnd: () => (heard.hasEnded = true),
  })
  return { reader: made, heard }
}

describe('what a service answers', () => {
  it.each([
    ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', [200], 'hello'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', [200], 'hello'],
    ['nothing', 'HTTP/1.1 204 No Content\r\n\r\n', [204], ''],
    ['interim answers', 'HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 103 X\r\n\r\nHTTP/1.1 204 X\r\n\r\n', [100, 103, 204], ''],
  ])('with %s is read, in whatever pieces it comes', (_, text, statuses, body) => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 10 }), (cuts) => {
        const { reader: made, heard } = reader()
        const ends = [...cuts.toSorted((one, other) => one - other), text.length]
        let at = 0
        for (const end of ends) {
          expect(made.read(Buffer.from(text.slice(at, end)))).toBe(true)
          at = end
        }
        expect(heard).toEqual({ statuses, body, hasEnded: true })
        expect(made.isIdle).toBe(true)
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 200) },
    )
  })

  it('breaks nothing, whatever it is, and is not read on after nonsense', { timeout: 3_600_000 }, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 100 Go\r\n',
        'HTTP/1.0 304 X\r\n',
        '\r\n',
        '\r\n\r\n',
        '0\r\n\r\n',
        '5\r\n',
      ),
      fc.constantFrom(
        'Content-Length: 5\r\n',
        'Content-Length: 99999999999999999999\r\n',
        'Transfer-Encoding: chunked\r\n',
      ),
      fc.constantFrom('Connection: close\r\n', 'Upgrade: websocket\r\n', 'X: y\r\n', 'hello', ' ', '\0', '\n', ':'),
      fc.string({ maxLength: 20 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('GET', 'HEAD'), (pieces, method) => {
        const { reader: made, heard } = reader(method)
        let length = 0
        for (const said of pieces) {
          if (!made.read(Buffer.from(said, 'latin1'))) return
          length += said.length
        }
        expect(heard.body.length).toBeLessThanOrEqual(length)
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 5000) },
    )
  })

  it('may end with its connection, when it says no other end', () => {
    const { reader: made, heard } = reader()
    made.read(Buffer.from('HTTP/1.0 200 OK\r\n\r\nhello'))
    expect(heard.hasEnded).toBe(false)
    expect(made.end()).toBe(true)
    expect(heard).toEqual({ statuses: [200], body: 'hello', hasEnded: true })
  })

  it.each([
    ['half a head', 'HTTP/1.1 200 OK\r\n'],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe'],
    ['half its chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  ])('is cut off after %s', (_, text) => {
    const { reader: made, heard } = reader()
    expect(made.read(Buffer.from(text))).toBe(true)
    expect(made.end()).toBe(false)
    expect(heard.hasEnded).toBe(false)
  })

  it.each([
    ['another answer that nobody asked for', 'HTTP/1.1 204 X\r\n\r\nHTTP/1.1 204 X\r\n\r\n'],
    ['more than it has announced', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['a head without end', 'x'.repeat(40_000)],
  ])('is not trusted with %s', (_, text) => {
    expect(reader().reader.read(Buffer.from(text))).toBe(false)
  })
})
