import { describe, expect, it } from 'vitest'
import {
  forwardedHeaders,
  forwardedRequest,
  hostOf,
  parseTarget,
  staysOpen,
  wantsWebSocket,
  withoutCookies,
  type Route,
} from './forward.ts'
import { parseRequestHead, parseResponseHead } from './head.ts'

const route: Route = {
  targetHost: 'camera:8080',
  publicHost: 'abc.localhost:8444',
  scheme: 'https',
  address: '192.0.2.7',
  ourCookies: new Set(['farport-link']),
}
const head = (text: string) => {
  const parsed = parseRequestHead(text.replaceAll('\n', '\r\n'))
  if (!parsed.ok) throw new Error(parsed.refusal)
  return parsed.value
}
const response = (text: string) => {
  const parsed = parseResponseHead(text.replaceAll('\n', '\r\n'))
  if (!parsed.ok) throw new Error(parsed.refusal)
  return parsed.value
}

describe('a request that goes on', () => {
  const forwarded = (text: string, isWebSocket = false) =>
    forwardedRequest(head(text), route, { path: '/p', framing: { kind: 'none' }, isWebSocket })

  it('is addressed to the service, and says whose it is', () => {
    expect(forwarded('GET /p HTTP/1.1\nHost: abc.localhost\nAccept: */*\n\n')).toBe(
      [
        'GET /p HTTP/1.1',
        'Host: camera:8080',
        'Accept: */*',
        'X-Forwarded-For: 192.0.2.7',
        'X-Forwarded-Proto: https',
        'X-Forwarded-Host: abc.localhost:8444',
        '\r\n',
      ].join('\r\n'),
    )
  })

  it.each([
    ['what the person says of their own address', 'X-Forwarded-For: 10.0.0.1'],
    ['what the person says in other words', 'Forwarded: for=10.0.0.1'],
    ['what is of this hop', 'Keep-Alive: timeout=5'],
    ['what belongs to a proxy', 'Proxy-Authorization: Basic x'],
    ['an upgrade to what we do not speak', 'Upgrade: h2c'],
    ['what goes with it', 'HTTP2-Settings: AAA'],
    ['codings', 'TE: trailers'],
    ['a length that we state ourselves', 'Content-Length: 7'],
    ['what Connection names', 'Connection: X-Secret\nX-Secret: 1'],
    ['what Connection names among others', 'Connection: keep-alive, x-secret\nX-Secret: 1'],
  ])('leaves behind %s', (_, lines) => {
    const plain = forwarded('GET /p HTTP/1.1\nHost: x\n\n')
    expect(forwarded(`GET /p HTTP/1.1\nHost: x\n${lines}\n\n`)).toBe(plain)
  })

  it('may not name our own headers away', () => {
    const text = forwarded('GET /p HTTP/1.1\nHost: x\nConnection: X-Forwarded-For, Host\n\n')
    expect(text).toContain('Host: camera:8080\r\n')
    expect(text).toContain('X-Forwarded-For: 192.0.2.7\r\n')
  })

  it('goes on as a WebSocket when that is asked for', () => {
    const text = 'GET /p HTTP/1.1\nHost: x\nConnection: keep-alive, Upgrade\nUpgrade: websocket\n\n'
    expect(wantsWebSocket(head(text))).toBe(true)
    expect(forwarded(text, true)).toContain('Connection: Upgrade\r\nUpgrade: websocket\r\n')
  })

  it.each([
    'POST / HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: websocket\n\n',
    'GET / HTTP/1.0\nHost: x\nConnection: Upgrade\nUpgrade: websocket\n\n',
    'GET / HTTP/1.1\nHost: x\nUpgrade: websocket\n\n',
    'GET / HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: h2c\n\n',
    'GET / HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: websocket, h2c\n\n',
  ])('%j asks for no WebSocket', (text) => {
    expect(wantsWebSocket(head(text))).toBe(false)
  })
})

describe('whom a request is for', () => {
  it.each([
    ['GET / HTTP/1.1\nHost: x.localhost:80\n\n', { ok: true, value: 'x.localhost:80' }],
    ['GET / HTTP/1.1\n\n', { ok: false, refusal: 'host' }],
    ['GET / HTTP/1.1\nHost: x\nHost: x\n\n', { ok: false, refusal: 'host' }],
    ['GET / HTTP/1.1\nHost: x, y\n\n', { ok: false, refusal: 'host' }],
    ['GET / HTTP/1.1\nHost: x/y\n\n', { ok: false, refusal: 'host' }],
    ['GET / HTTP/1.1\nHost:\n\n', { ok: false, refusal: 'host' }],
  ])('%j', (text, answer) => {
    expect(hostOf(head(text))).toEqual(answer)
  })

  it.each([
    ['GET /a?b HTTP/1.1', { path: '/a?b', authority: undefined }],
    ['GET http://x:1/a HTTP/1.1', { path: '/a', authority: 'x:1' }],
    ['GET http://x HTTP/1.1', { path: '/', authority: 'x' }],
    ['GET http://x?q HTTP/1.1', { path: '/?q', authority: 'x' }],
    ['OPTIONS * HTTP/1.1', { path: '*', authority: undefined }],
  ])('%j', (line, value) => {
    expect(parseTarget(head(`${line}\n\n`))).toEqual({ ok: true, value })
  })

  it.each(['GET * HTTP/1.1', 'CONNECT x:443 HTTP/1.1', 'GET a HTTP/1.1', 'GET ftp://x/ HTTP/1.1', 'GET /a#b HTTP/1.1'])(
    '%j is for nobody',
    (line) => {
      expect(parseTarget(head(`${line}\n\n`)).ok).toBe(false)
    },
  )
})

describe('a connection', () => {
  it.each([
    ['1.1', '', true],
    ['1.1', 'Connection: close\n', false],
    ['1.1', 'Connection: upgrade, Close\n', false],
    ['1.0', '', false],
    ['1.0', 'Connection: keep-alive\n', true],
  ])('of HTTP/%s with %j stays: %s', (version, line, stays) => {
    expect(staysOpen(head(`GET / HTTP/${version}\n${line}\n`))).toBe(stays)
  })
})

describe('an answer that comes back', () => {
  it.each([
    ['Location: http://camera:8080/x', 'https://abc.localhost:8444/x'],
    ['Location: https://CAMERA:8080', 'https://abc.localhost:8444'],
    ['Location: http://camera/x', 'http://camera/x'],
    ['Location: /x', '/x'],
    ['Location: //camera:8080/x', '//camera:8080/x'],
  ])('%j', (line, value) => {
    expect(forwardedHeaders(response(`HTTP/1.1 302 X\n${line}\n\n`), route)).toMatchObject([{ value }])
  })

  it('keeps what is for the person, in its order', () => {
    const text = 'HTTP/1.1 200 X\nSet-Cookie: a=1\nKeep-Alive: x\nConnection: close\nSet-Cookie: b=2\n\n'
    expect(forwardedHeaders(response(text), route).map(({ value }) => value)).toEqual(['a=1', 'b=2'])
  })
})

describe('cookies of ours', () => {
  it.each([
    ['farport-link=1', ''],
    ['a=1; farport-link=x; b=2', 'a=1; b=2'],
    ['a=farport-link', 'a=farport-link'],
    [' farport-link =x;a=1', 'a=1'],
    ['FARPORT-LINK=x', 'FARPORT-LINK=x'],
  ])('%j stay behind', (value, rest) => {
    expect(withoutCookies(value, route.ourCookies)).toBe(rest)
  })
})
