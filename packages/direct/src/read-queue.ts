// What has come over a link and waits until its reader wants it; then its end, and its close.

import type { LinkHandlers } from '@farport/transport'

export class ReadQueue {
  readonly #onTaken: (takenBytes: number) => void
  #handlers: LinkHandlers | undefined
  readonly #chunks: Buffer[] = []
  #waitingBytes = 0
  #takenBytes = 0
  #isPaused = false
  #isDelivering = false
  #end: 'none' | 'come' | 'told' = 'none'
  #close: 'none' | 'come' | 'told' = 'none'
  #failure: Error | undefined

  /** `onTaken`: the reader has taken so many bytes in all. */
  constructor({ onTaken }: { onTaken: (takenBytes: number) => void }) {
    this.#onTaken = onTaken
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  start(handlers: LinkHandlers): void {
    this.#handlers = handlers
    this.#deliver()
  }

  push(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#waitingBytes += bytes.length
    this.#deliver()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    setImmediate(() => this.#deliver())
  }

  end(): void {
    if (this.#end === 'none') this.#end = 'come'
    this.#deliver()
  }

  /** Not in order, with a failure: what waits is thrown away, as with a TCP connection that is reset. */
  close(failure: Error | undefined): void {
    this.#close = 'come'
    this.#failure = failure
    if (failure !== undefined || this.#end === 'none') {
      this.#chunks.length = 0
      this.#waitingBytes = 0
      this.#end = 'told'
      this.#isPaused = false
    }
    this.#deliver()
  }

  #deliver(): void {
    const handlers = this.#handlers
    if (handlers === undefined || this.#isDelivering) return
    this.#isDelivering = true
    while (!this.#isPaused && this.#chunks[0] !== undefined) {
      const [bytes] = this.#chunks
      this.#chunks.shift()
      this.#waitingBytes -= bytes.length
      this.#takenBytes += bytes.length
      handlers.onBytes(bytes)
      this.#onTaken(this.#takenBytes)
    }
    this.#isDelivering = false
    if (this.#chunks.length > 0) return
    if (this.#end === 'come') {
      this.#end = 'told'
      handlers.onEnd()
    }
    if (this.#close === 'come') {
      this.#close = 'told'
      handlers.onClose(this.#failure)
    }
  }
}
