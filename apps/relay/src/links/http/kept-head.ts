// Whoever asks again mostly says the same again: the last head is kept with what was made of it, and known by its bytes.

/** A longer head is read anew each time: what idle connections keep is bounded by this. */
export const keptBytesMax = 2048

export class KeptHead<Made> {
  #bytes: Buffer | undefined
  #made: Made | undefined

  /** Of the head that is kept. */
  get length(): number {
    return this.#bytes?.length ?? 0
  }

  /** What was made of the head that these bytes begin with, if it is the one that is kept. */
  find(bytes: Uint8Array): Made | undefined {
    const kept = this.#bytes
    if (kept === undefined || bytes.length < kept.length) return undefined
    return kept.compare(bytes, 0, kept.length) === 0 ? this.#made : undefined
  }

  /** `bytes`: the whole head, with the empty line at its end. */
  keep(bytes: Buffer, made: Made): void {
    if (bytes.length > keptBytesMax) return this.forget()
    this.#bytes = Buffer.from(bytes)
    this.#made = made
  }

  forget(): void {
    this.#bytes = undefined
    this.#made = undefined
  }
}
