// One request of a person and its answer: the way between whoever speaks with the person and a connection to the service.

import type { Result } from '@farport/basics'
import { chunkHead, lastChunk } from '../http/chunks.ts'
import type { Framing } from '../http/framing.ts'
import type { ResponseHead } from '../http/head.ts'
import type { AnswerHandlers, ServiceConnection } from './service-connection.ts'
import type { OpenRefusal, ServicePool } from './service-pool.ts'

export type ExchangeFailure = OpenRefusal | 'no-answer' | 'bad-answer'

/** Whoever speaks with the person. */
export interface Asker {
  onHead(head: ResponseHead, framing: Framing): void
  /** Valid until it returns. */
  onBody(bytes: Uint8Array): void
  /** `byteCount` is to be told to `consumed` when the person has room for it. */
  onFlush(byteCount: number): void
  /** The service takes more of the request's body. */
  onDrain(): void
  onEnd(): void
  /** Instead of `onEnd`. */
  onFailed(failure: ExchangeFailure): void
}

export interface ExchangeRequest {
  readonly method: string
  /** As it goes to the service, empty line and all. */
  readonly head: Uint8Array
  readonly framing: Framing
  readonly isWebSocket: boolean
}

/** What may be sent a second time without harm. */
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS'])

export class Exchange implements AnswerHandlers {
  readonly #pool: ServicePool
  readonly #request: ExchangeRequest
  readonly #asker: Asker
  readonly #count: (tx: number, rx: number) => void
  #connection: ServiceConnection | undefined
  /** Parts of the body that came before there was a connection. The asker stops when it is told to. */
  #early: readonly Buffer[] = none
  #hasSentBody: boolean
  #hasEnded = false
  #isSwitched = false

  constructor(
    pool: ServicePool,
    request: ExchangeRequest,
    asker: Asker,
    /** Bytes towards the service, and from it. */
    count: (tx: number, rx: number) => void,
  ) {
    this.#pool = pool
    this.#request = request
    this.#asker = asker
    this.#count = count
    this.#hasSentBody = request.framing.kind === 'none'
  }

  start(): void {
    const idle = this.#isRepeatable ? this.#pool.takeIdle() : undefined
    if (idle === undefined) void this.#open()
    else this.#send(idle)
  }

  /** A part of the request's body, or of what follows 101. False: please wait for onDrain. */
  write(bytes: Uint8Array): boolean {
    if (this.#hasEnded) return true
    const isChunk = this.#request.framing.kind === 'chunked' && !this.#isSwitched
    const framed = isChunk ? Buffer.concat([Buffer.from(chunkHead(bytes.length)), bytes, crlf]) : bytes
    if (this.#connection === undefined) {
      this.#early = [...this.#early, Buffer.from(framed)]
      return false
    }
    this.#count(framed.length, 0)
    return this.#connection.write(framed)
  }

  /** The request's body is complete; after 101: the person says no more. */
  end(): void {
    if (this.#hasEnded) return
    if (this.#isSwitched) return this.#connection?.end()
    this.#hasSentBody = true
    if (this.#request.framing.kind !== 'chunked') return
    if (this.#connection === undefined) this.#early = [...this.#early, Buffer.from(lastChunk)]
    else this.#connection.write(Buffer.from(lastChunk))
  }

  /** So much of the answer has gone on to the person. */
  consumed(byteCount: number): void {
    this.#connection?.consumed(byteCount)
  }

  /** The person is gone. */
  cancel(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#drop()
  }

  onHead(head: ResponseHead, framing: Framing): void {
    if (head.status === 101) {
      // Nobody asked for another protocol.
      if (!this.#request.isWebSocket) return this.#fail('bad-answer')
      this.#isSwitched = true
    }
    this.#asker.onHead(head, framing)
  }

  onBody(bytes: Uint8Array): void {
    if (!this.#hasEnded) this.#asker.onBody(bytes)
  }

  onFlush(byteCount: number): void {
    this.#count(0, byteCount)
    // What came with the end of the answer has gone on with it.
    if (this.#hasEnded) this.#connection?.consumed(byteCount)
    else this.#asker.onFlush(byteCount)
  }

  onDrain(): void {
    if (!this.#hasEnded) this.#asker.onDrain()
  }

  onEnd(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const connection = this.#connection
    // The rest of the body has nowhere to go: the connection cannot carry another request.
    if (connection !== undefined && this.#hasSentBody) this.#pool.giveBack(connection)
    else this.#drop()
    this.#asker.onEnd()
  }

  onBroken(hasBegun: boolean): void {
    const wasUsed = this.#connection?.isUsed === true
    this.#drop()
    // It had been kept, and the service closed it just then: once more, on one of its own.
    if (wasUsed && !hasBegun && this.#isRepeatable) return void this.#open()
    this.#fail(hasBegun ? 'bad-answer' : 'no-answer')
  }

  get #isRepeatable(): boolean {
    const { method, framing, isWebSocket } = this.#request
    return repeatable.has(method) && framing.kind === 'none' && !isWebSocket
  }

  async #open(): Promise<void> {
    const opened: Result<ServiceConnection, OpenRefusal> = await this.#pool.open()
    if (!opened.ok) return this.#fail(opened.refusal)
    if (this.#hasEnded) return this.#pool.giveBack(opened.value)
    this.#send(opened.value)
  }

  #send(connection: ServiceConnection): void {
    this.#connection = connection
    const { head, method } = this.#request
    const early = this.#early
    this.#early = none
    const bytes = early.length === 0 ? head : Buffer.concat([head, ...early])
    this.#count(bytes.length, 0)
    connection.request(bytes, method, this)
    if (early.length > 0) this.#asker.onDrain()
  }

  #fail(failure: ExchangeFailure): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#drop()
    this.#asker.onFailed(failure)
  }

  #drop(): void {
    const connection = this.#connection
    this.#connection = undefined
    if (connection !== undefined) this.#pool.close(connection)
  }
}

const none: readonly Buffer[] = []
const crlf = Buffer.from('\r\n')
