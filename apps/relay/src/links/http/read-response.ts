// Reads what a service answers on one connection: heads and bodies, one after the other.

import { accept, type Result } from '@farport/basics'
import { ChunkReader } from './chunks.ts'
import { staysOpen } from './forward.ts'
import { responseFraming, type Framing, type FramingRefusal } from './framing.ts'
import { headBytesMax, headLength, parseResponseHead, type HeadRefusal, type ResponseHead } from './head.ts'
import { KeptHead } from './kept-head.ts'

/** A response, as its head says it. Never changed: it may be found again by its bytes. */
export interface Http1Response {
  readonly head: ResponseHead
  /** Of its body. */
  readonly framing: Framing
  /** The connection may carry another one. */
  readonly staysOpen: boolean
  /** It was asked for by HEAD: no body follows, whatever it says. */
  readonly isOfHead: boolean
}

export interface ResponseHandlers {
  /** Any number of interim ones (below 200, but for 101) may come before the last. */
  onHead(response: Http1Response): void
  /** Valid until it returns. */
  onBody(bytes: Uint8Array): void
  onEnd(): void
}

type State = 'idle' | 'head' | 'body' | 'chunks' | 'until-end' | 'raw' | 'broken'

export class ResponseReader {
  readonly #kept: KeptHead<Http1Response>
  #state: State = 'idle'
  #handlers: ResponseHandlers | undefined
  #isOfHead = false
  #early: Buffer = empty
  #missing = 0
  #chunks: ChunkReader | undefined

  constructor(kept = new KeptHead<Http1Response>()) {
    this.#kept = kept
  }

  /** A request was sent: its response is awaited. */
  expect(method: string, handlers: ResponseHandlers): void {
    this.#state = 'head'
    this.#isOfHead = method === 'HEAD'
    this.#handlers = handlers
  }

  /** Nothing is awaited, and nothing came that was not. */
  get isIdle(): boolean {
    return this.#state === 'idle'
  }

  /** Whether any of a response has come. */
  get hasBegun(): boolean {
    return this.#state !== 'idle' && (this.#state !== 'head' || this.#early.length > 0)
  }

  /** False when it is no response, or none was awaited: the connection is of no use any more. */
  read(bytes: Uint8Array): boolean {
    for (let rest = bytes; rest.length > 0;) {
      const taken = this.#take(rest)
      if (taken === undefined) {
        this.#state = 'broken'
        return false
      }
      if (taken === rest.length) break
      rest = rest.subarray(taken)
    }
    return true
  }

  /** The connection has ended. False when that cuts a response off. */
  end(): boolean {
    if (this.#state === 'until-end') {
      this.#finish()
      return true
    }
    return this.#state === 'idle'
  }

  #take(bytes: Uint8Array): number | undefined {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(bytes)
      case 'body':
        return this.#takeBody(bytes)
      case 'chunks':
        return this.#takeChunks(bytes)
      case 'until-end':
      case 'raw':
        this.#handlers?.onBody(bytes)
        return bytes.length
      default:
        return undefined
    }
  }

  #takeHead(bytes: Uint8Array): number | undefined {
    const earlier = this.#early.length
    const known = earlier === 0 ? this.#kept.find(bytes) : undefined
    if (known?.isOfHead === this.#isOfHead) {
      const { length } = this.#kept
      this.#begin(known)
      return length
    }
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const all = earlier === 0 ? part : Buffer.concat([this.#early, part])
    const length = headLength(all, earlier)
    if (length === -1 || length > headBytesMax) {
      if (all.length > headBytesMax) return undefined
      this.#early = earlier === 0 ? Buffer.from(part) : all
      return bytes.length
    }
    this.#early = empty
    const bytesOfHead = all.subarray(0, length)
    const response = readResponse(bytesOfHead.toString('latin1'), this.#isOfHead)
    if (!response.ok) return undefined
    this.#kept.keep(bytesOfHead, response.value)
    this.#begin(response.value)
    return length - earlier
  }

  #begin(response: Http1Response): void {
    const { status } = response.head
    const { framing } = response
    // An interim one: the response is yet to come.
    if (status < 200 && status !== 101) return this.#handlers?.onHead(response)
    if (status === 101) this.#state = 'raw'
    else if (framing.kind === 'length') {
      this.#state = 'body'
      this.#missing = framing.bytes
    } else if (framing.kind === 'chunked') {
      this.#state = 'chunks'
      this.#chunks = new ChunkReader({ onBody: (part) => this.#handlers?.onBody(part), onEnd: () => undefined })
    } else if (framing.kind === 'until-end') this.#state = 'until-end'
    this.#handlers?.onHead(response)
    if (framing.kind === 'none' && status !== 101) this.#finish()
  }

  #takeBody(bytes: Uint8Array): number {
    const part = bytes.length <= this.#missing ? bytes : bytes.subarray(0, this.#missing)
    this.#missing -= part.length
    this.#handlers?.onBody(part)
    if (this.#missing === 0) this.#finish()
    return part.length
  }

  #takeChunks(bytes: Uint8Array): number | undefined {
    const taken = this.#chunks?.read(bytes)
    if (this.#chunks?.isOver) this.#finish()
    return taken
  }

  #finish(): void {
    const handlers = this.#handlers
    this.#state = 'idle'
    this.#handlers = undefined
    this.#chunks = undefined
    handlers?.onEnd()
  }
}

function readResponse(text: string, isOfHead: boolean): Result<Http1Response, HeadRefusal | FramingRefusal> {
  const head = parseResponseHead(text)
  if (!head.ok) return head
  const framing = responseFraming(head.value, isOfHead)
  if (!framing.ok) return framing
  return accept({ head: head.value, framing: framing.value, staysOpen: staysOpen(head.value), isOfHead })
}

const empty = Buffer.alloc(0)
