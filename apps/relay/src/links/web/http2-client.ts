// A person's connection that speaks HTTP/2: each stream is one request, which goes on to the service in HTTP/1.1.

import {
  constants,
  performServerHandshake,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Duplex } from 'node:stream'
import { forwardedHeaders, forwardedRequest, type Route } from '../http/forward.ts'
import type { Framing } from '../http/framing.ts'
import { headBytesMax, type Header, type RequestHead, type ResponseHead } from '../http/head.ts'
import type { Link } from '../link.ts'
import type { PageKind } from '../pages/page-texts.ts'
import { ourCookies } from '../password/visit-cookie.ts'
import { Exchange, type Asker, type ExchangeFailure } from './exchange.ts'
import type { ClientOptions, ClientTimes } from './http1-client.ts'
import { formBytesMax, hostNameOf, type PageAnswer, type WebRequest } from './site.ts'

const streamsMax = 128

export class Http2Client {
  readonly #session: ServerHttp2Session
  readonly #socket: Duplex
  readonly #requests = new Set<Http2Request>()
  touchedAtMs: number

  constructor(socket: Duplex, options: ClientOptions) {
    this.#socket = socket
    this.touchedAtMs = options.now()
    this.#session = performServerHandshake(socket, {
      maxSessionMemory: 16,
      maxHeaderListPairs: 128,
      settings: {
        maxConcurrentStreams: streamsMax,
        maxHeaderListSize: headBytesMax,
        enablePush: false,
        initialWindowSize: 1_048_576,
      },
    })
    this.#session.on('error', () => socket.destroy())
    socket.on('error', () => socket.destroy())
    this.#session.on('stream', (stream, headers, flags) => {
      const hasBody = (flags & constants.NGHTTP2_FLAG_END_STREAM) === 0
      const request = new Http2Request(stream, headers, hasBody, options, () => (this.touchedAtMs = options.now()))
      this.#requests.add(request)
      stream.once('close', () => this.#requests.delete(request))
    })
  }

  checkTime(nowMs: number, times: ClientTimes): void {
    const maxMs = this.#requests.size === 0 ? times.headMs : times.idleMs
    if (nowMs - this.touchedAtMs > maxMs) this.#socket.destroy()
  }

  /** No new requests. */
  close(): void {
    this.#session.close()
  }
}

class Http2Request implements Asker {
  readonly #stream: ServerHttp2Stream
  readonly #options: ClientOptions
  readonly #touch: () => void
  #request: WebRequest | undefined
  #framing: Framing = { kind: 'none' }
  #exchange: Exchange | undefined
  #route: Route | undefined
  #leave: (() => void) | undefined
  #parts: Uint8Array[] = []
  #unconsumed = 0

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    hasBody: boolean,
    options: ClientOptions,
    touch: () => void,
  ) {
    this.#stream = stream
    this.#options = options
    this.#touch = touch
    touch()
    stream.on('error', () => stream.close())
    stream.once('close', () => this.#gone())
    stream.on('drain', () => this.#consume())
    const read = readHeaders(headers)
    if (read === undefined) this.#page('bad-request', [], '')
    else this.#begin(read, hasBody)
  }

  #begin(read: Read, hasBody: boolean): void {
    const { scheme, address, site } = this.#options
    this.#request = { ...read, name: hostNameOf(read.host), scheme, address }
    this.#framing = hasBody ? bodyFraming(read.headers) : { kind: 'none' }
    const decision = site.decide(this.#request)
    if (decision instanceof Promise) void decision.then((late) => this.#follow(late))
    else this.#follow(decision)
  }

  #follow(decision: Awaited<ReturnType<ClientOptions['site']['decide']>>): void {
    if (this.#stream.destroyed) return
    if ('page' in decision) return this.#answer(decision.page)
    if ('form' in decision) return this.#readForm(decision.form)
    this.#forward(decision.link)
  }

  #forward(link: Link): void {
    const request = this.#request
    const { kind } = link.claims
    if (request === undefined || kind.type !== 'web') return this.#stream.close()
    const { method, path, host, scheme, address, headers } = request
    const visit = link.visits.of(address)
    visit.opened()
    const unwatch = link.watch(() => this.#stream.close(constants.NGHTTP2_CANCEL))
    this.#leave = () => {
      unwatch()
      visit.closed(this.#options.now())
    }
    this.#route = { targetHost: kind.host, publicHost: host, scheme, address, ourCookies }
    const head: RequestHead = { method, target: path, version: '1.1', headers: withOneCookie(headers) }
    const text = forwardedRequest(head, this.#route, { path, framing: this.#framing, isWebSocket: false })
    const asked = { method, head: Buffer.from(text, 'latin1'), framing: this.#framing, isWebSocket: false }
    const exchange = new Exchange(link.services, asked, this, visit.count)
    this.#exchange = exchange
    exchange.start()
    if (this.#framing.kind === 'none') return
    this.#stream.on('data', (part: Buffer) => {
      this.#touch()
      if (!exchange.write(part)) this.#stream.pause()
    })
    this.#stream.on('end', () => exchange.end())
  }

  #readForm(link: Link): void {
    const parts: Buffer[] = []
    let byteCount = 0
    this.#stream.on('data', (part: Buffer) => {
      byteCount += part.length
      if (byteCount > formBytesMax) this.#stream.close(constants.NGHTTP2_REFUSED_STREAM)
      else parts.push(part)
    })
    this.#stream.on('end', () => {
      const request = this.#request
      if (request === undefined) return
      void this.#options.site.enter(request, link, Buffer.concat(parts)).then((page) => this.#answer(page))
    })
    if (this.#framing.kind === 'none') this.#stream.resume()
  }

  #gone(): void {
    this.#exchange?.cancel()
    this.#leave?.()
    this.#leave = undefined
  }

  onHead(head: ResponseHead, framing: Framing): void {
    if (this.#route === undefined || this.#stream.destroyed) return
    const headers: OutgoingHttpHeaders = { ':status': head.status }
    for (const { key, value } of forwardedHeaders(head, this.#route)) addHeader(headers, key, value)
    if (head.status < 200) return this.#stream.additionalHeaders(headers)
    const stated = head.headers.find(({ key }) => key === 'content-length')?.value
    if (framing.kind === 'length') headers['content-length'] = String(framing.bytes)
    else if (framing.kind === 'none' && stated !== undefined) headers['content-length'] = stated
    this.#stream.respond(headers, { endStream: framing.kind === 'none' })
  }

  onBody(bytes: Uint8Array): void {
    this.#parts.push(bytes)
  }

  onFlush(byteCount: number): void {
    this.#unconsumed += byteCount
    this.#flush()
    this.#consume()
  }

  onEnd(): void {
    this.#flush()
    this.#exchange?.consumed(this.#unconsumed)
    this.#unconsumed = 0
    if (!this.#stream.writableEnded) this.#stream.end()
  }

  onDrain(): void {
    this.#stream.resume()
  }

  onFailed(failure: ExchangeFailure): void {
    if (this.#stream.destroyed) return
    if (this.#stream.headersSent) return this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    const kind = failure === 'no-answer' ? 'bad-answer' : failure
    this.#page(kind, this.#request?.headers ?? [], this.#request?.host ?? '')
  }

  #page(kind: PageKind, headers: readonly Header[], host: string): void {
    this.#answer(this.#options.site.page(kind, { headers, host }))
  }

  #answer({ status, headers, body }: PageAnswer): void {
    if (this.#stream.destroyed || this.#stream.headersSent) return
    const outgoing: OutgoingHttpHeaders = { ':status': status }
    for (const [name, value] of headers) addHeader(outgoing, name, value)
    this.#stream.respond(outgoing)
    this.#stream.end(this.#request?.method === 'HEAD' ? '' : body)
    // What the person still sends is not read.
    this.#stream.resume()
  }

  #flush(): void {
    const parts = this.#parts
    if (parts.length === 0) return
    this.#parts = []
    this.#touch()
    if (this.#stream.writable) this.#stream.write(Buffer.concat(parts))
  }

  /** One who reads slowly makes the service wait, and nobody else. */
  #consume(): void {
    if (this.#unconsumed === 0 || this.#stream.writableNeedDrain) return
    const byteCount = this.#unconsumed
    this.#unconsumed = 0
    this.#exchange?.consumed(byteCount)
  }
}

type Read = Pick<WebRequest, 'method' | 'path' | 'host' | 'headers'>

/** Undefined for what HTTP/1.1 could not say, or would say differently. */
function readHeaders(incoming: IncomingHttpHeaders): Read | undefined {
  const { ':method': method, ':path': path, ':authority': authority } = incoming
  const host = authority ?? incoming.host
  if (typeof method !== 'string' || typeof path !== 'string' || typeof host !== 'string') return undefined
  const isPlain = /^[A-Z][A-Z-]{0,39}$/.test(method) && /^(?:\/[\x21-\x22\x24-\x7e]{0,16383}|\*)$/.test(path)
  if (!isPlain || method === 'CONNECT' || !/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(host)) return undefined
  const headers: Header[] = []
  for (const [key, stated] of Object.entries(incoming)) {
    if (key.startsWith(':') || stated === undefined) continue
    for (const value of Array.isArray(stated) ? stated : [stated]) {
      if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,256}$/.test(key) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return undefined
      headers.push({ name: key, key, value })
    }
  }
  return { method, path, host, headers }
}

/** nghttp2 has seen to it that as much comes as is stated. */
function bodyFraming(headers: readonly Header[]): Framing {
  const stated = headers.find(({ key }) => key === 'content-length')?.value
  if (stated === undefined || !/^\d{1,15}$/.test(stated)) return { kind: 'chunked' }
  return { kind: 'length', bytes: Number(stated) }
}

/** HTTP/2 may send cookies in several headers, HTTP/1.1 in one. */
function withOneCookie(headers: readonly Header[]): readonly Header[] {
  const cookies = headers.filter(({ key }) => key === 'cookie')
  if (cookies.length < 2) return headers
  const value = cookies.map((cookie) => cookie.value).join('; ')
  return [...headers.filter(({ key }) => key !== 'cookie'), { name: 'cookie', key: 'cookie', value }]
}

function addHeader(headers: OutgoingHttpHeaders, name: string, value: string): void {
  const present = headers[name]
  if (present === undefined) headers[name] = value
  else headers[name] = Array.isArray(present) ? [...present, value] : [String(present), value]
}
