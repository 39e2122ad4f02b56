// Memory that is used again instead of made anew: what is outside V8's heap makes it collect all of the heap, again and again.

export class SpareBuffers {
  readonly byteLength: number
  readonly #countMax: number
  readonly #spares: Buffer[] = []

  /** Of one length. More than `countMax` are left to the collector. */
  constructor(byteLength: number, countMax: number) {
    this.byteLength = byteLength
    this.#countMax = countMax
  }

  /** The one that was given back last, which is most likely to be in a cache. What stands in it is of before. */
  take(): Buffer {
    return this.#spares.pop() ?? Buffer.allocUnsafeSlow(this.byteLength)
  }

  /** Nobody may hold it any more. One of another length is left to the collector. */
  give(buffer: Buffer): void {
    if (buffer.length === this.byteLength && this.#spares.length < this.#countMax) this.#spares.push(buffer)
  }
}
