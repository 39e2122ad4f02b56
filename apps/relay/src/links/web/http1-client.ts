// A person's connection that speaks HTTP/1.1: one request at a time, each answered by a page or by the link's service.

import type { Socket } from 'node:net'
import type { LinkClaims } from '@farport/protocol'
import { readStatically } from '@farport/transport'
import { forwardedRequest, type Route } from '../http/forward.ts'
import type { Framing } from '../http/framing.ts'
import type { ResponseHead } from '../http/head.ts'
import type { Link } from '../link.ts'
import type { Visit } from '../link-visits.ts'
import type { PageKind } from '../pages/page-texts.ts'
import { ourCookies } from '../password/visit-cookie.ts'
import { Exchange, type Asker, type ExchangeFailure, type ExchangeRequest } from './exchange.ts'
import { Http1Answer } from './http1-answer.ts'
import type { Http1Request } from './http1-request.ts'
import { Http1Requests, type RequestHandlers } from './http1-requests.ts'
import { formBytesMax, type PageAnswer, type WebSite } from './site.ts'

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
/** Whoever asks nothing for so long has the next head read anew. */
const keepHeadMs = 10_000

/** idle: for the next request. deciding: what to do with it. over: for the end, with nothing to say any more. */
type State = 'idle' | 'deciding' | 'form' | 'forwarding' | 'switched' | 'answering' | 'over'

/** A request as it goes to its service: the same for the same request under the same terms. */
interface Forwarded {
  readonly asked: Http1Request
  readonly claims: LinkClaims
  readonly route: Route
  readonly request: ExchangeRequest
}

export class Http1Client implements Asker, RequestHandlers {
  readonly #socket: Socket
  readonly #options: ClientOptions
  readonly #requests: Http1Requests
  readonly #answer: Http1Answer
  #state: State = 'idle'
  #asked: Http1Request | undefined
  #forwarded: Forwarded | undefined
  #form: Buffer[] = []
  #formBytes = 0
  #exchange: Exchange | undefined
  #visit: Visit | undefined
  #link: Link | undefined
  #unwatch: (() => void) | undefined
  #isAnswerOver = false
  /** The service waits for it to be told that there is room. */
  #unconsumed = 0
  touchedAtMs: number

  constructor(socket: Socket, options: ClientOptions) {
    this.#socket = socket
    this.#answer = new Http1Answer(socket)
    this.#options = options
    this.#requests = new Http1Requests(options, this)
    this.touchedAtMs = options.now()
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#gone())
    socket.on('end', () => this.#saidAll())
    socket.on('drain', () => this.#drained())
    readStatically(socket, (bytes) => {
      this.touchedAtMs = options.now()
      return this.#requests.receive(bytes)
    })
  }

  /** Past its time: closed without a word, as whoever is silent hears none. */
  checkTime(nowMs: number, times: ClientTimes): void {
    const isWaiting = this.#state === 'idle' || this.#state === 'over'
    const maxMs = isWaiting ? times.headMs : times.idleMs
    if (nowMs - this.touchedAtMs > maxMs) this.#socket.destroy()
    else if (isWaiting && nowMs - this.touchedAtMs > keepHeadMs) this.#forgetKept()
  }

  close(): void {
    this.#answer.isLast = true
    if (this.#state === 'idle' || this.#state === 'switched') this.#socket.destroy()
  }

  // The person speaks.

  onRequest(asked: Http1Request): void {
    this.#asked = asked
    this.#answer.isLast ||= !asked.staysOpen
    this.#state = 'deciding'
    const decision = this.#options.site.decide(asked.request)
    if (!(decision instanceof Promise)) return this.#follow(decision)
    void decision.then((late) => {
      if (this.#state === 'deciding') this.#follow(late)
      this.#goOn()
    })
  }

  onRequestBody(part: Uint8Array): boolean {
    if (this.#state !== 'form') return this.#exchange?.write(part) !== false
    this.#formBytes += part.length
    if (this.#formBytes > formBytesMax) this.onBad('too-large')
    else this.#form.push(Buffer.from(part))
    return true
  }

  onRequestEnd(): void {
    if (this.#state === 'form') return void this.#enterPassword()
    this.#exchange?.end()
    this.#finishWhenOver()
  }

  onSwitched(bytes: Uint8Array): boolean {
    return this.#exchange?.write(bytes) !== false
  }

  onBad(kind: Extract<PageKind, 'bad-request' | 'too-large'>): void {
    this.#answer.isLast = true
    this.#exchange?.cancel()
    this.#exchange = undefined
    if (this.#answer.hasBegun) return void this.#socket.destroy()
    this.#show(this.#options.site.page(kind, this.#asked?.request ?? { headers: [], host: '' }))
  }

  #follow(decision: Awaited<ReturnType<WebSite['decide']>>): void {
    if ('page' in decision) return this.#show(decision.page)
    if ('form' in decision) {
      this.#link = decision.form
      this.#form = []
      this.#formBytes = 0
      this.#state = 'form'
      return this.#requests.readBody()
    }
    this.#forward(decision.link)
  }

  #forward(link: Link): void {
    const asked = this.#asked
    if (asked === undefined || link.claims.kind.type !== 'web') return this.onBad('bad-request')
    const visit = this.#enter(link)
    if (this.#forwarded?.asked !== asked || this.#forwarded.claims !== link.claims) {
      this.#forwarded = forward(asked, link.claims, link.claims.kind.host)
    }
    this.#exchange = new Exchange(link.services, this.#forwarded.request, this, visit.count)
    this.#state = 'forwarding'
    if (!this.#requests.hasWholeBody) this.#requests.readBody()
    this.#exchange.start()
  }

  /** The connection counts as one stream of whoever uses the link, until it goes or turns to another one. */
  #enter(link: Link): Visit {
    if (this.#link === link && this.#visit !== undefined) return this.#visit
    this.#leave()
    const visit = link.visits.of(this.#options.address)
    visit.opened()
    this.#link = link
    this.#visit = visit
    this.#unwatch = link.watch(() => this.#socket.destroy())
    return visit
  }

  #leave(): void {
    this.#unwatch?.()
    this.#visit?.closed(this.#options.now())
    this.#visit = undefined
    this.#unwatch = undefined
    this.#link = undefined
  }

  async #enterPassword(): Promise<void> {
    const [link, request] = [this.#link, this.#asked?.request]
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
    const isHalf = this.#state === 'form' || (this.#state === 'forwarding' && !this.#requests.hasWholeBody)
    if (this.#state === 'idle' || isHalf) this.#socket.destroy()
  }

  #gone(): void {
    this.#stop()
    this.#exchange?.cancel()
    this.#exchange = undefined
    this.#leave()
  }

  // The service answers.

  onHead(head: ResponseHead, framing: Framing): void {
    if (this.#forwarded === undefined) return
    this.#answer.head(head, framing, this.#forwarded.route, this.#asked?.head)
    if (head.status !== 101) return
    this.#state = 'switched'
    this.#requests.switchOver()
    // What an eager person has sent before the answer.
    if (this.#requests.hasEarly) queueMicrotask(() => this.#goOn())
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
      if (this.#state === 'switched' && this.#socket.writable) this.#answer.close()
      else this.#answer.cut()
      return
    }
    const request = this.#asked?.request
    if (request === undefined) return void this.#socket.destroy()
    this.#show(this.#options.site.page(pageOf[failure], request))
    this.#goOn()
  }

  // What goes out.

  #show(page: PageAnswer): void {
    // A body that nobody wants to read cannot be told from the next request.
    if (!this.#requests.hasWholeBody) this.#answer.isLast = true
    this.#answer.page(page, this.#asked?.head)
    this.touchedAtMs = this.#options.now()
    this.#state = 'answering'
    this.#isAnswerOver = true
    this.#finishWhenOver()
  }

  #finishWhenOver(): void {
    if (!this.#isAnswerOver || this.#state === 'over' || this.#state === 'idle') return
    // The service may have answered before it had heard all, and its connection is gone.
    if (this.#answer.isLast || !this.#requests.hasWholeBody) {
      this.#stop()
      // What still comes is read and thrown away, or the person would see a reset instead of the answer.
      this.#answer.close()
      this.#socket.resume()
      return
    }
    // The next answer waits until the person has read most of this one.
    if (this.#socket.writableLength > unsentBytesMax) return
    if (this.#unconsumed > 0) this.#exchange?.consumed(this.#unconsumed)
    this.#unconsumed = 0
    this.#exchange = undefined
    this.#asked = undefined
    this.#state = 'idle'
    this.#isAnswerOver = false
    this.#answer.hasBegun = false
    this.touchedAtMs = this.#options.now()
    this.#requests.next()
    if (this.#requests.hasEarly) queueMicrotask(() => this.#goOn())
  }

  #stop(): void {
    this.#state = 'over'
    this.#requests.stop()
    this.#forgetKept()
  }

  #forgetKept(): void {
    this.#requests.forgetKept()
    this.#answer.forgetKept()
    this.#forwarded = undefined
  }

  /** Takes what came early, and reads on. */
  #goOn(): void {
    if (this.#requests.goOn()) this.#socket.resume()
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

function forward(asked: Http1Request, claims: LinkClaims, targetHost: string): Forwarded {
  const { head, framing, isWebSocket } = asked
  const { path, host: publicHost, scheme, address } = asked.request
  const route: Route = { targetHost, publicHost, scheme, address, ourCookies }
  const text = forwardedRequest(head, route, { path, framing, isWebSocket })
  const request = { method: head.method, head: Buffer.from(text, 'latin1'), framing, isWebSocket }
  return { asked, claims, route, request }
}

const pageOf: Record<ExchangeFailure, PageKind> = {
  offline: 'offline',
  unreachable: 'unreachable',
  busy: 'busy',
  'no-answer': 'bad-answer',
  'bad-answer': 'bad-answer',
}
