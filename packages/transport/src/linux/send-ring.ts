// Many sends in one system call, by io_uring (https://man7.org/linux/man-pages/man7/io_uring.7.html). Whoever reads on this
// machine is woken once for all of them, and finds them all; after a call each it would take this program's place at once,
// for a few bytes.
//
// The kernel is in this thread while it takes and answers what was submitted, so that the rings need no barriers.

import { linux, type Libc } from './libc.ts'
import { sendsMemory, unknownResult, type Sends, type SendsMemory, type SendsShape } from './sends.ts'

// struct io_uring_params: entries of the two rings, flags, features; then where the parts of the rings stand.
const paramsBytes = 120
const paramsWords = { submissions: 0, completions: 1, features: 5, submissionOffsets: 10, completionOffsets: 20 }
/** One map for both rings; and sends, which came before what this asks for. */
const featuresNeeded = 0b100001
const offsetOfRings = 0
const offsetOfEntries = 0x1000_0000

// struct io_uring_sqe and io_uring_cqe, in words of 32 bits.
const submission = { bytes: 64, words: 16, descriptor: 1, address: 4, length: 6, flags: 7, mark: 8 }
const completion = { bytes: 16, words: 4, mark: 0, result: 2 }
const operationSend = 26

export class SendRing implements Sends {
  readonly way = 'ring'
  readonly memory: SendsMemory
  readonly #libc: Libc
  readonly #ring: number
  readonly #rings: Uint32Array
  readonly #results: Int32Array
  readonly #entries: Uint32Array
  /** Of each place, in two words. */
  readonly #addresses: Uint32Array
  readonly #at: { submitted: number; completed: number; answered: number; completions: number }
  readonly #masks: { submissions: number; completions: number }

  /** Undefined where the system does not let its programs have one. */
  static open(libc: Libc, shape: SendsShape): SendRing | undefined {
    const params = new Uint8Array(paramsBytes)
    const ring = libc.ioUringSetup(shape.places, params)
    if (ring < 0) return undefined
    const words = new Uint32Array(params.buffer)
    const mapped = mapRings(libc, ring, words)
    if (mapped === undefined) {
      libc.close(ring)
      return undefined
    }
    return new SendRing(libc, ring, { ...mapped, words, shape })
  }

  private constructor(
    libc: Libc,
    ring: number,
    from: { rings: ArrayBuffer; entries: ArrayBuffer; words: Uint32Array; shape: SendsShape },
  ) {
    const word = (at: number): number => from.words[at] ?? 0
    const { submissionOffsets, completionOffsets } = paramsWords
    this.#libc = libc
    this.#ring = ring
    this.#rings = new Uint32Array(from.rings)
    this.#results = new Int32Array(from.rings)
    this.#entries = new Uint32Array(from.entries)
    this.memory = sendsMemory(from.shape)
    this.#addresses = addressesOf(libc, this.memory)
    this.#at = {
      submitted: word(submissionOffsets + 1) / 4,
      answered: word(completionOffsets) / 4,
      completed: word(completionOffsets + 1) / 4,
      completions: word(completionOffsets + 5) / 4,
    }
    const mask = (offset: number): number => this.#rings[word(offset) / 4] ?? 0
    this.#masks = { submissions: mask(submissionOffsets + 2), completions: mask(completionOffsets + 2) }
    const order = word(submissionOffsets + 6) / 4
    const operations = new Uint8Array(from.entries)
    for (let at = 0; at <= this.#masks.submissions; at += 1) {
      this.#rings[order + at] = at
      operations[at * submission.bytes] = operationSend
      this.#entries[at * submission.words + submission.flags] = linux.MSG_DONTWAIT_NOSIGNAL
    }
  }

  send(count: number): boolean {
    const { results } = this.memory
    results.fill(unknownResult, 0, count)
    this.#submit(count)
    const handed = this.#enter(count)
    this.#read(results)
    // What the system was not told of is as if it had no room.
    results.fill(-linux.EAGAIN, handed, count)
    return handed === count
  }

  close(): void {
    this.#libc.close(this.#ring)
  }

  #submit(count: number): void {
    const { descriptors, lengths } = this.memory
    const entries = this.#entries
    const first = this.#rings[this.#at.submitted] ?? 0
    for (let place = 0; place < count; place += 1) {
      const at = ((first + place) & this.#masks.submissions) * submission.words
      entries[at + submission.descriptor] = descriptors[place] ?? 0
      entries[at + submission.address] = this.#addresses[place * 2] ?? 0
      entries[at + submission.address + 1] = this.#addresses[place * 2 + 1] ?? 0
      entries[at + submission.length] = lengths[place] ?? 0
      entries[at + submission.mark] = place
    }
    this.#rings[this.#at.submitted] = first + count
  }

  /** So many the system has heard of. */
  #enter(count: number): number {
    let handed = 0
    while (handed < count) {
      const more = this.#libc.ioUringEnter(this.#ring, count - handed)
      if (more > 0) handed += more
      else if (more === 0 || this.#libc.errno() !== linux.EINTR) break
    }
    return handed
  }

  #read(results: Int32Array): void {
    const end = this.#rings[this.#at.completed] ?? 0
    let next = this.#rings[this.#at.answered] ?? 0
    for (; next !== end; next = (next + 1) >>> 0) {
      const at = this.#at.completions + (next & this.#masks.completions) * completion.words
      results[this.#rings[at + completion.mark] ?? 0] = this.#results[at + completion.result] ?? unknownResult
    }
    this.#rings[this.#at.answered] = end
  }
}

function mapRings(
  libc: Libc,
  ring: number,
  words: Uint32Array,
): { rings: ArrayBuffer; entries: ArrayBuffer } | undefined {
  const word = (at: number): number => words[at] ?? 0
  const { submissions, completions, features, submissionOffsets, completionOffsets } = paramsWords
  if ((word(features) & featuresNeeded) !== featuresNeeded) return undefined
  const submissionsEnd = word(submissionOffsets + 6) + word(submissions) * 4
  const completionsEnd = word(completionOffsets + 5) + word(completions) * completion.bytes
  const rings = libc.mapShared(ring, offsetOfRings, Math.max(submissionsEnd, completionsEnd))
  const entries = libc.mapShared(ring, offsetOfEntries, word(submissions) * submission.bytes)
  return rings === undefined || entries === undefined ? undefined : { rings, entries }
}

function addressesOf(libc: Libc, { bytes, shape }: SendsMemory): Uint32Array {
  const first = libc.addressOf(bytes)
  const addresses = BigUint64Array.from(
    { length: shape.places },
    (_, place) => first + BigInt(place * shape.placeBytes),
  )
  return new Uint32Array(addresses.buffer)
}
