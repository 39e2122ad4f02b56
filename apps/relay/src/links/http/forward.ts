// What of a message's head goes on to the other side: headers of the one hop stay behind, ours are put in. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { Framing } from './framing.ts'
import type { Header, RequestHead, ResponseHead } from './head.ts'

/** They are about one connection, or claim what only we know. */
const ofThisHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'http2-settings',
])
const ofOurs = new Set(['host', 'forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip'])

export interface Route {
  /** What the service is called by. */
  readonly targetHost: string
  /** What the person asked for: host, and port when there is one. */
  readonly publicHost: string
  readonly scheme: 'http' | 'https'
  /** Whose request it is. */
  readonly address: string
  /** Cookies that are ours and no business of the service. */
  readonly ourCookies: ReadonlySet<string>
}

/** What a request's target says: where it goes, and to whom when it says so itself. */
export function parseTarget(head: RequestHead): Result<{ path: string; authority: string | undefined }, 'target'> {
  const { target, method } = head
  if (target.startsWith('/'))
    return target.includes('#') ? refuse('target') : accept({ path: target, authority: undefined })
  if (target === '*') return method === 'OPTIONS' ? accept({ path: '*', authority: undefined }) : refuse('target')
  const absolute = /^https?:\/\/([A-Za-z0-9.:[\]-]{1,255})(\/[^#]*|\?[^#]*)?$/.exec(target)
  if (absolute?.[1] === undefined) return refuse('target')
  const path = absolute[2] ?? '/'
  return accept({ path: path.startsWith('/') ? path : `/${path}`, authority: absolute[1] })
}

/** The one Host header; a request with none or several is refused, and so is one that names nobody. */
export function hostOf(head: RequestHead): Result<string, 'host'> {
  let host: string | undefined
  for (const { key, value } of head.headers) {
    if (key !== 'host') continue
    if (host !== undefined) return refuse('host')
    host = value
  }
  return host !== undefined && /^[A-Za-z0-9.:[\]_-]{1,255}$/.test(host) ? accept(host) : refuse('host')
}

/** Whether it asks to go on as a WebSocket. */
export function wantsWebSocket({ method, version, headers }: RequestHead): boolean {
  if (method !== 'GET' || version !== '1.1') return false
  const upgrade = valuesOf(headers, 'upgrade')
  return upgrade.length === 1 && upgrade[0] === 'websocket' && valuesOf(headers, 'connection').includes('upgrade')
}

/** Whether the connection stays for another message. */
export function staysOpen({ version, headers }: { version: string; headers: readonly Header[] }): boolean {
  const options = valuesOf(headers, 'connection')
  if (options.includes('close')) return false
  return version === '1.1' || options.includes('keep-alive')
}

export interface RequestForm {
  readonly path: string
  readonly framing: Framing
  readonly isWebSocket: boolean
}

/** The head as it goes to the service. */
export function forwardedRequest(head: RequestHead, route: Route, form: RequestForm): string {
  let text = `${head.method} ${form.path} HTTP/1.1\r\nHost: ${route.targetHost}\r\n`
  const named = namedByConnection(head.headers)
  for (const { name, key, value } of head.headers) {
    if (ofThisHop.has(key) || ofOurs.has(key) || named?.has(key)) continue
    if (key === 'cookie') {
      const others = withoutCookies(value, route.ourCookies)
      if (others !== '') text += `${name}: ${others}\r\n`
    } else {
      text += `${name}: ${value}\r\n`
    }
  }
  text += `X-Forwarded-For: ${route.address}\r\nX-Forwarded-Proto: ${route.scheme}\r\nX-Forwarded-Host: ${route.publicHost}\r\n`
  if (form.isWebSocket) text += 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  return `${text}${framingHeader(form.framing)}\r\n`
}

/** Headers of a response for the person, without those about its length. */
export function forwardedHeaders(head: ResponseHead, route: Route): Header[] {
  const named = namedByConnection(head.headers)
  const forwarded: Header[] = []
  for (const header of head.headers) {
    const { key } = header
    if (ofThisHop.has(key) || named?.has(key)) continue
    forwarded.push(key === 'location' ? { ...header, value: publicLocation(header.value, route) } : header)
  }
  return forwarded
}

export function framingHeader(framing: Framing): string {
  if (framing.kind === 'length') return `Content-Length: ${framing.bytes}\r\n`
  return framing.kind === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : ''
}

/** A service that sends people to its own address means the link. */
export function publicLocation(location: string, { targetHost, publicHost, scheme }: Route): string {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(location) ?? []
  return host?.toLowerCase() === targetHost.toLowerCase() ? `${scheme}://${publicHost}${rest}` : location
}

export function withoutCookies(value: string, names: ReadonlySet<string>): string {
  const cookies = value.split(';').map((cookie) => cookie.trim())
  return cookies.filter((cookie) => cookie !== '' && !names.has(cookie.split('=', 1)[0]?.trim() ?? '')).join('; ')
}

function valuesOf(headers: readonly Header[], wanted: string): string[] {
  const values: string[] = []
  for (const { key, value } of headers) {
    if (key === wanted) for (const option of value.split(',')) values.push(option.trim().toLowerCase())
  }
  return values
}

function namedByConnection(headers: readonly Header[]): ReadonlySet<string> | undefined {
  let named: Set<string> | undefined
  for (const { key, value } of headers) {
    if (key !== 'connection' || plainConnection.has(value)) continue
    named ??= new Set()
    for (const option of value.split(',')) named.add(option.trim().toLowerCase())
  }
  return named
}

const plainConnection = new Set(['close', 'keep-alive', 'Keep-Alive', 'Close', 'Upgrade', 'upgrade'])
