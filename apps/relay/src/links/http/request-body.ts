// The body of a request, cut out of what a client sends on its connection.

import { ChunkReader } from './chunks.ts'
import type { Framing } from './framing.ts'

export interface BodyHandlers {
  /** Valid until it returns. */
  onBody(bytes: Uint8Array): void
  onEnd(): void
}

export class RequestBody {
  readonly #handlers: BodyHandlers
  readonly #chunks: ChunkReader | undefined
  #missing: number
  #isOver = false

  constructor(framing: Framing, handlers: BodyHandlers) {
    this.#handlers = handlers
    this.#missing = framing.kind === 'length' ? framing.bytes : 0
    if (framing.kind === 'chunked') {
      this.#chunks = new ChunkReader({ onBody: (part) => handlers.onBody(part), onEnd: () => undefined })
    } else if (framing.kind === 'none') this.#isOver = true
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** How many of the bytes belong to it; undefined when they cannot be a body. */
  read(bytes: Uint8Array): number | undefined {
    if (this.#chunks !== undefined) {
      const taken = this.#chunks.read(bytes)
      if (this.#chunks.isOver) this.#finish()
      return taken
    }
    const part = bytes.subarray(0, this.#missing)
    this.#missing -= part.length
    if (part.length > 0) this.#handlers.onBody(part)
    if (this.#missing === 0) this.#finish()
    return part.length
  }

  #finish(): void {
    this.#isOver = true
    this.#handlers.onEnd()
  }
}
