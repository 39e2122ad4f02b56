// One HTTP/1.1 connection to a service: a request at a time, and perhaps kept for the next one.

import type { Framing } from '../http/framing.ts'
import type { ResponseHead } from '../http/head.ts'
import type { KeptHead } from '../http/kept-head.ts'
import { ResponseReader, type Http1Response, type ResponseHandlers } from '../http/read-response.ts'
import type { ServicePipe } from './service-pipe.ts'

export interface AnswerHandlers {
  onHead(head: ResponseHead, framing: Framing): void
  /** Valid until it returns. */
  onBody(bytes: Uint8Array): void
  /** So much came at once: what belongs together may leave together. `byteCount`: to be told as consumed. */
  onFlush(byteCount: number): void
  onEnd(): void
  /** The service takes more. */
  onDrain(): void
  /** The connection ended before the answer did, or the answer is none. `hasBegun`: some of it has come. */
  onBroken(hasBegun: boolean): void
}

export class ServiceConnection implements ResponseHandlers {
  /** It has carried a request before. */
  isUsed = false
  /** When it was put aside, while it waits for the next request. */
  idleSinceMs = 0
  readonly #pipe: ServicePipe
  readonly #reader: ResponseReader
  #handlers: AnswerHandlers | undefined
  #onLost: (() => void) | undefined
  #isOpen = true
  #mayStay = true

  /** `kept`: of all connections to the service. */
  constructor(pipe: ServicePipe, kept: KeptHead<Http1Response>) {
    this.#pipe = pipe
    this.#reader = new ResponseReader(kept)
    pipe.start({
      onBytes: (bytes) => this.#read(bytes),
      onDrain: () => this.#handlers?.onDrain(),
      onEnd: () => this.#ended(),
      onClose: () => this.#ended(),
    })
  }

  get canCarry(): boolean {
    return this.#isOpen && this.#mayStay && this.#reader.isIdle
  }

  request(head: Uint8Array, method: string, handlers: AnswerHandlers): void {
    this.#handlers = handlers
    this.#reader.expect(method, this)
    if (this.#isOpen) this.#pipe.write(head)
    else queueMicrotask(() => this.#break())
  }

  // What follows is for the reader.

  onHead({ head, framing, staysOpen }: Http1Response): void {
    if (!staysOpen) this.#mayStay = false
    this.#handlers?.onHead(head, framing)
  }

  onBody(bytes: Uint8Array): void {
    this.#handlers?.onBody(bytes)
  }

  onEnd(): void {
    this.#handlers?.onEnd()
  }

  write(bytes: Uint8Array): boolean {
    return this.#pipe.write(bytes)
  }

  consumed(byteCount: number): void {
    this.#pipe.consumed(byteCount)
  }

  /** After 101: no more from the person. */
  end(): void {
    this.#pipe.end()
  }

  /** Whether it can be used again; from now on it tells only that it is lost. */
  release(onLost: () => void): boolean {
    this.#handlers = undefined
    this.isUsed = true
    this.#onLost = onLost
    return this.canCarry
  }

  destroy(): void {
    this.#handlers = undefined
    this.#onLost = undefined
    this.#isOpen = false
    this.#pipe.destroy()
  }

  #read(bytes: Uint8Array): void {
    const handlers = this.#handlers
    if (this.#reader.read(bytes)) return handlers?.onFlush(bytes.length)
    // It answers what was not asked, or not in HTTP: nothing of it can be trusted any more.
    this.#mayStay = false
    this.#break()
  }

  #ended(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    if (this.#reader.end() && this.#handlers === undefined) this.#onLost?.()
    else this.#break()
    this.#pipe.destroy()
  }

  #break(): void {
    const [handlers, onLost] = [this.#handlers, this.#onLost]
    this.destroy()
    handlers?.onBroken(this.#reader.hasBegun)
    onLost?.()
  }
}
