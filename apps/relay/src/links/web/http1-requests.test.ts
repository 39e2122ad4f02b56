import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Http1Requests, type RequestHandlers } from './http1-requests.ts'
import type { Http1Request } from './http1-request.ts'

interface Heard {
  readonly requests: Http1Request[]
  /** As they are told: paths, bodies, ends, and what was bad. */
  readonly told: string[]
}

/** Reads each body, and then the next request, as fast as they come. */
function reader(): { requests: Http1Requests; heard: Heard } {
  const heard: Heard = { requests: [], told: [] }
  const handlers: RequestHandlers = {
    onRequest(asked) {
      heard.requests.push(asked)
      heard.told.push(asked.request.path)
      requests.readBody()
    },
    onRequestBody(part) {
      heard.told.push(`+${Buffer.from(part).toString('latin1')}`)
      return true
    },
    onRequestEnd() {
      heard.told.push('.')
      requests.next()
    },
    onSwitched(bytes) {
      heard.told.push(`~${Buffer.from(bytes).toString('latin1')}`)
      return true
    },
    onBad(kind) {
      heard.told.push(kind)
      requests.stop()
    },
  }
  const requests: Http1Requests = new Http1Requests({ scheme: 'http', address: '192.0.2.7' }, handlers)
  return { requests, heard }
}

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const chunked = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`

describe('requests of one connection', () => {
  it.each([
    ['one', get('/'), ['/', '.']],
    ['the same again and again', get('/') + get('/') + get('/'), ['/', '.', '/', '.', '/', '.']],
    ['another after it', get('/a') + get('/b') + get('/a'), ['/a', '.', '/b', '.', '/a', '.']],
    ['one that begins like the one before', get('/') + get('/', 'X: y\r\n'), ['/', '.', '/', '.']],
    ['bodies', post('/', 'GET') + post('/', 'PUT'), ['/', '+GET', '.', '/', '+PUT', '.']],
    ['chunks', chunked('/') + chunked('/'), ['/', '+abc', '.', '/', '+abc', '.']],
    ['empty lines between', `${get('/')}\r\n\r\n${get('/')}`, ['/', '.', '/', '.']],
    ['what is none', `${get('/')}GET  / HTTP/1.1\r\n\r\n${get('/')}`, ['/', '.', 'bad-request']],
    ['a body that is none', `${chunked('/').replace('3\r\n', 'x\r\n')}${get('/')}`, ['/', 'bad-request']],
  ])('%s, in whatever pieces they come', (_, text, told) => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 10 }), (cuts) => {
        const { requests, heard } = reader()
        let at = 0
        for (const end of [...cuts.toSorted((one, other) => one - other), text.length]) {
          // Read into one buffer again and again, as a socket is.
          const bytes = Buffer.from(text.slice(at, end))
          requests.receive(bytes)
          bytes.fill(0)
          at = end
        }
        const bodiesTogether = heard.told.join(' ').replaceAll(/(?<=\+\S*) \+/g, '')
        expect(bodiesTogether).toBe(told.join(' '))
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 200) },
    )
  })

  it('that are the same are read once', () => {
    const { requests, heard } = reader()
    requests.receive(Buffer.from(get('/') + get('/') + get('/b')))
    const [first, second, third] = heard.requests
    expect([second === first, third === first]).toEqual([true, false])
  })

  it('are read anew when nobody has asked for a while', () => {
    const { requests, heard } = reader()
    requests.receive(Buffer.from(get('/')))
    requests.forgetKept()
    requests.receive(Buffer.from(get('/')))
    expect(heard.requests[1]).not.toBe(heard.requests[0])
    expect(heard.requests[1]).toEqual(heard.requests[0])
  })
})

describe('what comes before it is wanted', () => {
  it('waits, and is bounded', () => {
    const told: string[] = []
    const requests = new Http1Requests(
      { scheme: 'http', address: '192.0.2.7' },
      {
        onRequest: ({ request }) => told.push(request.path),
        onRequestBody: () => true,
        onRequestEnd: () => undefined,
        onSwitched: () => true,
        onBad: (kind) => told.push(kind),
      },
    )
    expect(requests.receive(Buffer.from(get('/a') + get('/b')))).toBe(true)
    expect(told).toEqual(['/a'])
    expect(requests.receive(Buffer.alloc(40_000))).toBe(false)
    requests.next()
    requests.goOn()
    expect(told).toEqual(['/a', '/b'])
  })

  it('is of the other protocol after a change', () => {
    const { requests, heard } = reader()
    requests.switchOver()
    requests.receive(Buffer.from(get('/')))
    expect(heard.told).toEqual([`~${get('/')}`])
  })
})
