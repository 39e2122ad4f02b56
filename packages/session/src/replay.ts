// What was sent and is not yet known to have come, kept in case it has to be sent again. The chunks belong to all
// sessions of the process together: one that is idle holds none but a small one of its own.

import { SpareBuffers } from '@farport/transport'

const largeChunks = new SpareBuffers(262_144, 64)
/** For what little waits in a quiet session. */
const smallChunkBytes = 4096
/** When so little is left, it moves to a small chunk. */
const fewBytes = 1024

/** What was passing is sent again as it is when there is more of it than this: it is late, but does no harm. */
const passingMax = 65_536

interface Chunk {
  readonly buffer: Buffer
  /** Where its first byte stands in the session's bytes. */
  readonly offset: number
  length: number
}

export class Replay {
  #chunks: Chunk[] = []
  #start = 0
  #end = 0
  /** Offsets, ascending. */
  #passing: number[] = []

  /** Of the oldest byte that is kept. */
  get start(): number {
    return this.#start
  }

  /** Of the next byte. */
  get end(): number {
    return this.#end
  }

  /** Keeps a copy. `passing`: where in the bytes something begins that is not worth being sent again. */
  append(bytes: Uint8Array, passing: readonly number[]): void {
    for (const index of passing) if (this.#passing.length < passingMax) this.#passing.push(this.#end + index)
    for (let index = 0; index < bytes.length;) {
      const chunk = this.#roomFor(bytes.length - index)
      const part = bytes.subarray(index, index + chunk.buffer.length - chunk.length)
      chunk.buffer.set(part, chunk.length)
      chunk.length += part.length
      this.#end += part.length
      index += part.length
    }
  }

  /** The bytes from this offset on, as far as they lie together: some, unless the offset is the end. */
  from(offset: number): Uint8Array {
    const chunk = this.#chunks.find((each) => offset < each.offset + each.length)
    return chunk === undefined ? new Uint8Array(0) : chunk.buffer.subarray(offset - chunk.offset, chunk.length)
  }

  /** What stands before this offset is not needed any more. */
  forget(offset: number): void {
    this.#start = Math.min(Math.max(this.#start, offset), this.#end)
    if (this.#passing.length > 0) this.#passing = this.#passing.filter((each) => each >= this.#start)
    for (let first = this.#chunks[0]; first !== undefined && this.#isForgotten(first); first = this.#chunks[0]) {
      this.#chunks.shift()
      largeChunks.give(first.buffer)
    }
    if (this.#end - this.#start <= fewBytes) this.#shrink()
  }

  /** Overwrites, with this byte, the first of each passing thing that stands at the offset or after it. */
  overwritePassing(offset: number, byte: number): void {
    for (const each of this.#passing) if (each >= offset) this.from(each)[0] = byte
    this.#passing = []
  }

  clear(): void {
    for (const { buffer } of this.#chunks) largeChunks.give(buffer)
    this.#chunks = []
    this.#start = this.#end
    this.#passing = []
  }

  #isForgotten(chunk: Chunk): boolean {
    return chunk.offset + chunk.length <= this.#start
  }

  #roomFor(byteCount: number): Chunk {
    const last = this.#chunks.at(-1)
    if (last !== undefined && last.length < last.buffer.length) return last
    const buffer =
      last === undefined && byteCount <= smallChunkBytes ? Buffer.allocUnsafeSlow(smallChunkBytes) : largeChunks.take()
    const chunk: Chunk = { buffer, offset: this.#end, length: 0 }
    this.#chunks.push(chunk)
    return chunk
  }

  /** Moves the few bytes that are left out of their large chunks. */
  #shrink(): void {
    if (!this.#chunks.some(({ buffer }) => buffer.length === largeChunks.byteLength)) return
    const kept = Buffer.allocUnsafeSlow(smallChunkBytes)
    let length = 0
    while (this.#start + length < this.#end) {
      const part = this.from(this.#start + length)
      kept.set(part, length)
      length += part.length
    }
    for (const { buffer } of this.#chunks) largeChunks.give(buffer)
    this.#chunks = length === 0 ? [] : [{ buffer: kept, offset: this.#start, length }]
  }
}
