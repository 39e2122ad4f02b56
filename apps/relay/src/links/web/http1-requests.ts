// Cuts what a person sends over a connection of HTTP/1.1 into requests, read strictly: one at a time, the next when the
// one before is answered. Little is kept of what comes too early.

import { headBytesMax, headLength } from '../http/head.ts'
import { KeptHead } from '../http/kept-head.ts'
import { RequestBody } from '../http/request-body.ts'
import { readRequest, type Http1Request } from './http1-request.ts'
import type { WebRequest } from './site.ts'

export interface RequestHandlers {
  onRequest(asked: Http1Request): void
  /** Valid until it returns. False: no more for now. */
  onRequestBody(part: Uint8Array): boolean
  onRequestEnd(): void
  /** What follows a change of the protocol. False: no more for now. */
  onSwitched(bytes: Uint8Array): boolean
  onBad(kind: 'bad-request' | 'too-large'): void
}

/** Early bytes of the next request. */
const earlyBytesMax = headBytesMax

/** waiting: for a word what to do with the request that came. over: what comes is thrown away. */
type State = 'head' | 'waiting' | 'body' | 'switched' | 'over'

export class Http1Requests {
  readonly #from: Pick<WebRequest, 'scheme' | 'address'>
  readonly #handlers: RequestHandlers
  readonly #kept = new KeptHead<Http1Request>()
  #state: State = 'head'
  #early: Buffer = empty
  #body: RequestBody | undefined
  #mayRead = true

  constructor(from: Pick<WebRequest, 'scheme' | 'address'>, handlers: RequestHandlers) {
    this.#from = from
    this.#handlers = handlers
  }

  get hasWholeBody(): boolean {
    return this.#body === undefined || this.#body.isOver
  }

  /** False: no more for now. */
  receive(bytes: Uint8Array): boolean {
    for (let rest = bytes; rest.length > 0;) {
      const taken = this.#take(rest)
      if (taken === 'later') {
        this.#early = this.#early.length === 0 ? Buffer.from(rest) : Buffer.concat([this.#early, rest])
        return this.#early.length < earlyBytesMax
      }
      if (taken === rest.length) break
      rest = rest.subarray(taken)
    }
    return this.#mayRead
  }

  /** The request's body is wanted now. */
  readBody(): void {
    if (this.hasWholeBody) this.#handlers.onRequestEnd()
    else this.#state = 'body'
  }

  /** The request is answered. */
  next(): void {
    this.#body = undefined
    this.#state = 'head'
  }

  /** What comes is of another protocol from now on. */
  switchOver(): void {
    this.#state = 'switched'
  }

  stop(): void {
    this.#state = 'over'
    this.#early = empty
    this.#kept.forget()
  }

  /** Nobody has asked for a while. */
  forgetKept(): void {
    this.#kept.forget()
  }

  get hasEarly(): boolean {
    return this.#early.length > 0
  }

  /** Takes what came early. Whether more may be read. */
  goOn(): boolean {
    this.#mayRead = true
    const early = this.#early
    if (early.length > 0 && this.#state !== 'waiting') {
      this.#early = empty
      if (!this.receive(early)) return false
    }
    return this.#mayRead && this.#early.length < earlyBytesMax
  }

  #take(bytes: Uint8Array): number | 'later' {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(bytes)
      case 'body':
        return this.#takeBody(bytes)
      case 'switched':
        this.#pauseUnless(this.#handlers.onSwitched(bytes))
        return bytes.length
      case 'over':
        return bytes.length
      case 'waiting':
        return 'later'
    }
  }

  #takeHead(bytes: Uint8Array): number {
    const earlier = this.#early.length
    const known = earlier === 0 ? this.#kept.find(bytes) : undefined
    if (known !== undefined) {
      const { length } = this.#kept
      this.#begin(known)
      return length
    }
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const all = earlier === 0 ? part : Buffer.concat([this.#early, part])
    // An empty line or two before a request is forgiven, as the standard asks.
    if (all[0] === 0x0d && all[1] === 0x0a) {
      this.#early = empty
      return 2 - earlier
    }
    const length = headLength(all, earlier)
    if (length === -1 && all.length <= headBytesMax) {
      this.#early = earlier === 0 ? Buffer.from(part) : all
      return bytes.length
    }
    this.#early = empty
    if (length === -1 || length > headBytesMax) this.#handlers.onBad('too-large')
    else this.#read(all.subarray(0, length))
    return length === -1 ? bytes.length : length - earlier
  }

  #read(head: Buffer): void {
    const read = readRequest(head.toString('latin1'), this.#from)
    if (!read.ok) return this.#handlers.onBad(read.refusal)
    this.#kept.keep(head, read.value)
    this.#begin(read.value)
  }

  #begin(asked: Http1Request): void {
    this.#state = 'waiting'
    this.#body = asked.framing.kind === 'none' ? undefined : new RequestBody(asked.framing, this)
    this.#handlers.onRequest(asked)
  }

  #takeBody(bytes: Uint8Array): number {
    const taken = this.#body?.read(bytes)
    if (taken !== undefined) return taken
    this.#handlers.onBad('bad-request')
    return bytes.length
  }

  // What follows is for the body's reader.

  onBody(part: Uint8Array): void {
    this.#pauseUnless(this.#handlers.onRequestBody(part))
  }

  onEnd(): void {
    if (this.#state === 'body') this.#state = 'waiting'
    this.#handlers.onRequestEnd()
  }

  #pauseUnless(mayRead: boolean): void {
    if (!mayRead) this.#mayRead = false
  }
}

const empty = Buffer.alloc(0)
