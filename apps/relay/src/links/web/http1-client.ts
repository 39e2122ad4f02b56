// A person's connection that speaks HTTP/1.1: requests read strictly, one at a time, each answered by a page or by the
// link's service.

import type { Socket } from 'node:net'
import { readStatically, resetSocket } from '@farport/transport'
import { forwardedRequest, staysOpen, wantsWebSocket, type Route } from '../http/forward.ts'
import type { Framing } from '../http/framing.ts'
import { headBytesMax, headLength, type RequestHead, type ResponseHead } from '../http/head.ts'
import { RequestBody } from '../http/request-body.ts'
import type { Link } from '../link.ts'
import type { Visit } from '../link-visits.ts'
import type { PageKind } from '../pages/page-texts.ts'
import { ourCookies } from '../password/visit-cookie.ts'
import { Exchange, type Asker, type ExchangeFailure } from './exchange.ts'
import { Http1Answer } from './http1-answer.ts'
import { readRequest } from './http1-request.ts'
import { formBytesMax, type PageAnswer, type WebRequest, type WebSite } from './site.ts'

export interface ClientOptions {
  site: WebSite
  scheme: 'http' | 'https'
  /** Whose connection it is. */
  address: string
  now: () => number
}

/** What a connection may take, by what it is doing. */
export interface ClientTimes {
  /** For a request's head, from its first byte or the end of the answer before. */
  headMs: number
  /** Without a byte either way, while something is under way. */
  idleMs: number
}

/** A person who reads slower than this is waited for: nothing more is taken from the service. */
const unsentBytesMax = 262_144
/** Early bytes of the next request. */
const earlyBytesMax = headBytesMax

type State = 'head' | 'deciding' | 'body' | 'form' | 'answering' | 'switched' | 'closed'

export class Http1Client implements Asker {
  readonly #socket: Socket
  readonly #options: ClientOptions
  #state: State = 'head'
  #early: Buffer = empty
  #head: RequestHead | undefined
  #request: WebRequest | undefined
  #body: RequestBody | undefined
  #framing: Framing = { kind: 'none' }
  #form: Buffer[] = []
  #formBytes = 0
  #exchange: Exchange | undefined
  #route: Route | undefined
  #visit: Visit | undefined
  #link: Link | undefined
  #unwatch: (() => void) | undefined
  readonly #answer: Http1Answer
  #isAnswerOver = false
  /** The service waits for it to be told that there is room. */
  #unconsumed = 0
  touchedAtMs: number

  constructor(socket: Socket, options: ClientOptions) {
    this.#socket = socket
    this.#answer = new Http1Answer(socket)
    this.#options = options
    this.touchedAtMs = options.now()
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#gone())
    socket.on('end', () => this.#saidAll())
    socket.on('drain', () => this.#drained())
    readStatically(socket, (bytes) => this.#receive(bytes))
  }

  /** Past its time: closed without a word, as whoever is silent hears none. */
  checkTime(nowMs: number, times: ClientTimes): void {
    const isWaiting = this.#state === 'head' || this.#state === 'closed'
    const maxMs = isWaiting ? times.headMs : times.idleMs
    if (nowMs - this.touchedAtMs > maxMs) this.#socket.destroy()
  }

  close(): void {
    this.#answer.isLast = true
    if (this.#state === 'head' || this.#state === 'switched') this.#socket.destroy()
  }

  // The person speaks.

  /** False: no more for now. */
  #receive(bytes: Uint8Array): boolean {
    this.touchedAtMs = this.#options.now()
    let rest = bytes
    while (rest.length > 0) {
      const taken = this.#take(rest)
      if (taken === 'later') {
        this.#early = this.#early.length === 0 ? Buffer.from(rest) : Buffer.concat([this.#early, rest])
        return this.#early.length < earlyBytesMax
      }
      rest = rest.subarray(taken)
    }
    return this.#mayRead
  }

  #mayRead = true

  #take(bytes: Uint8Array): number | 'later' {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(bytes)
      case 'body':
      case 'form':
        return this.#takeBody(bytes)
      case 'switched':
        if (this.#exchange?.write(bytes) === false) this.#mayRead = false
        return bytes.length
      case 'closed':
        return bytes.length
      default:
        return 'later'
    }
  }

  #takeHead(bytes: Uint8Array): number {
    const earlier = this.#early.length
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    // An empty line or two before a request is forgiven, as the standard asks.
    if (earlier === 0 && part[0] === 0x0d && part[1] === 0x0a) return 2
    const all = earlier === 0 ? part : Buffer.concat([this.#early, part])
    const length = headLength(all, earlier)
    if (length === -1 && all.length <= headBytesMax) {
      this.#early = earlier === 0 ? Buffer.from(part) : all
      return bytes.length
    }
    this.#early = empty
    if (length === -1 || length > headBytesMax) this.#refuse('too-large')
    else this.#begin(all.toString('latin1', 0, length))
    return length === -1 ? bytes.length : length - earlier
  }

  #begin(text: string): void {
    const read = readRequest(text, this.#options)
    if (!read.ok) return this.#refuse(read.refusal)
    const { head, framing, request } = read.value
    this.#head = head
    this.#framing = framing
    this.#request = request
    this.#answer.isLast ||= !staysOpen(head)
    this.#answer.hasBegun = false
    this.#isAnswerOver = false
    this.#body = framing.kind === 'none' ? undefined : this.#newBody(framing)
    this.#state = 'deciding'
    const decision = this.#options.site.decide(request)
    if (!(decision instanceof Promise)) return this.#follow(decision)
    void decision.then((late) => {
      if (this.#state === 'deciding') this.#follow(late)
      this.#goOn()
    })
  }

  #newBody(framing: Framing): RequestBody {
    return new RequestBody(framing, { onBody: (part) => this.#onBody(part), onEnd: () => this.#onBodyEnd() })
  }

  get #hasWholeBody(): boolean {
    return this.#body === undefined || this.#body.isOver
  }

  #follow(decision: Awaited<ReturnType<WebSite['decide']>>): void {
    if ('page' in decision) return this.#show(decision.page)
    if ('form' in decision) {
      this.#link = decision.form
      this.#form = []
      this.#formBytes = 0
      this.#state = 'form'
      if (this.#hasWholeBody) this.#onBodyEnd()
      return
    }
    this.#forward(decision.link)
  }

  #forward(link: Link): void {
    const [head, request] = [this.#head, this.#request]
    if (head === undefined || request === undefined || link.claims.kind.type !== 'web')
      return this.#refuse('bad-request')
    this.#enter(link)
    const isWebSocket = wantsWebSocket(head)
    this.#route = {
      targetHost: link.claims.kind.host,
      publicHost: request.host,
      scheme: request.scheme,
      address: request.address,
      ourCookies,
    }
    const form = { path: request.path, framing: this.#framing, isWebSocket }
    const text = forwardedRequest(head, this.#route, form)
    const asked = { method: head.method, head: text, framing: this.#framing, isWebSocket }
    const { count } = this.#visit ?? { count: () => undefined }
    this.#exchange = new Exchange(link.services, asked, this, count)
    this.#state = this.#hasWholeBody ? 'answering' : 'body'
    this.#exchange.start()
  }

  /** The connection counts as one stream of whoever uses the link, until it goes or turns to another one. */
  #enter(link: Link): void {
    if (this.#link === link && this.#visit !== undefined) return
    this.#leave()
    this.#link = link
    this.#visit = link.visits.of(this.#options.address)
    this.#visit.opened()
    this.#unwatch = link.watch(() => this.#socket.destroy())
  }

  #leave(): void {
    this.#unwatch?.()
    this.#visit?.closed(this.#options.now())
    this.#visit = undefined
    this.#unwatch = undefined
    this.#link = undefined
  }

  #takeBody(bytes: Uint8Array): number {
    const taken = this.#body?.read(bytes)
    if (taken !== undefined) return taken
    this.#refuse('bad-request')
    return bytes.length
  }

  #onBody(part: Uint8Array): void {
    if (this.#state === 'form') {
      this.#formBytes += part.length
      if (this.#formBytes > formBytesMax) this.#refuse('too-large')
      else this.#form.push(Buffer.from(part))
    } else if (this.#exchange?.write(part) === false) this.#mayRead = false
  }

  #onBodyEnd(): void {
    if (this.#state === 'form') return void this.#enterPassword()
    this.#exchange?.end()
    if (this.#state === 'body') this.#state = 'answering'
    this.#finishWhenOver()
  }

  async #enterPassword(): Promise<void> {
    const [link, request] = [this.#link, this.#request]
    this.#state = 'deciding'
    if (link === undefined || request === undefined) return
    const answer = await this.#options.site.enter(request, link, Buffer.concat(this.#form))
    this.#form = []
    if (this.#state !== 'deciding') return
    this.#show(answer)
    this.#goOn()
  }

  #saidAll(): void {
    if (this.#state === 'switched') return this.#exchange?.end()
    this.#answer.isLast = true
    // Half a request is none; one that was asked is answered.
    if (this.#state === 'head' || this.#state === 'body' || this.#state === 'form') this.#socket.destroy()
  }

  #gone(): void {
    this.#state = 'closed'
    this.#exchange?.cancel()
    this.#exchange = undefined
    this.#leave()
  }

  // The service answers.

  onHead(head: ResponseHead, framing: Framing): void {
    if (this.#route === undefined) return
    this.#answer.head(head, framing, this.#route, this.#head)
    if (head.status !== 101) return
    this.#state = 'switched'
    // What an eager person has sent before the answer.
    if (this.#early.length > 0) queueMicrotask(() => this.#goOn())
  }

  onBody(bytes: Uint8Array): void {
    this.#answer.body(bytes)
  }

  onFlush(byteCount: number): void {
    this.#unconsumed += byteCount
    this.#answer.flush()
    this.touchedAtMs = this.#options.now()
    this.#consume()
  }

  onEnd(): void {
    this.#answer.end()
    this.#isAnswerOver = true
    this.#finishWhenOver()
  }

  onDrain(): void {
    this.#goOn()
  }

  onFailed(failure: ExchangeFailure): void {
    this.#exchange = undefined
    // Half an answer must not look like a whole one.
    if (this.#answer.hasBegun) {
      this.#answer.flush()
      if (this.#state === 'switched' && this.#socket.writable) this.#socket.end()
      else resetSocket(this.#socket)
      return
    }
    const request = this.#request
    if (request === undefined) return void this.#socket.destroy()
    this.#show(this.#options.site.page(pageOf[failure], request))
    this.#goOn()
  }

  // What goes out.

  #show(page: PageAnswer): void {
    // A body that nobody wants to read cannot be told from the next request.
    if (!this.#hasWholeBody) this.#answer.isLast = true
    this.#answer.page(page, this.#head)
    this.touchedAtMs = this.#options.now()
    this.#state = 'answering'
    this.#isAnswerOver = true
    this.#finishWhenOver()
  }

  #refuse(kind: Extract<PageKind, 'bad-request' | 'too-large'>): void {
    this.#answer.isLast = true
    this.#exchange?.cancel()
    this.#exchange = undefined
    if (this.#answer.hasBegun) return void this.#socket.destroy()
    this.#show(this.#options.site.page(kind, this.#request ?? { headers: [], host: '' }))
  }

  #finishWhenOver(): void {
    if (!this.#isAnswerOver || this.#state === 'closed' || this.#state === 'head') return
    if (this.#answer.isLast) {
      this.#state = 'closed'
      // What still comes is read and thrown away, or the person would see a reset instead of the answer.
      this.#socket.end()
      this.#socket.resume()
      return
    }
    if (!this.#hasWholeBody) {
      // The service answered before it had heard all, and its connection is gone.
      this.#answer.isLast = true
      return this.#finishWhenOver()
    }
    // The next answer waits until the person has read most of this one.
    if (this.#socket.writableLength > unsentBytesMax) return
    this.#exchange?.consumed(this.#unconsumed)
    this.#unconsumed = 0
    this.#exchange = undefined
    this.#head = undefined
    this.#request = undefined
    this.#body = undefined
    this.#state = 'head'
    this.#isAnswerOver = false
    this.#answer.hasBegun = false
    this.touchedAtMs = this.#options.now()
    if (this.#early.length > 0) queueMicrotask(() => this.#goOn())
  }

  /** Takes what came early, and reads on. */
  #goOn(): void {
    this.#mayRead = true
    const early = this.#early
    if (early.length > 0 && this.#state !== 'deciding' && this.#state !== 'answering') {
      this.#early = empty
      if (!this.#receive(early)) return
    }
    if (this.#mayRead && this.#early.length < earlyBytesMax) this.#socket.resume()
  }

  #consume(): void {
    if (this.#unconsumed === 0 || this.#socket.writableLength > unsentBytesMax) return
    const byteCount = this.#unconsumed
    this.#unconsumed = 0
    this.#exchange?.consumed(byteCount)
  }

  #drained(): void {
    this.touchedAtMs = this.#options.now()
    this.#consume()
    this.#finishWhenOver()
  }
}

const empty = Buffer.alloc(0)

const pageOf: Record<ExchangeFailure, PageKind> = {
  offline: 'offline',
  unreachable: 'unreachable',
  busy: 'busy',
  'no-answer': 'bad-answer',
  'bad-answer': 'bad-answer',
}
