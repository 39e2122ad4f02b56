// Frames that go out together, put one behind the other as they come: one write, and no object for each of them.

import { frameType } from '@farport/protocol'
import { SpareBuffers } from '@farport/transport'

/** For a few words; a session whose link is backed up holds no more while it says no more. */
const small = new SpareBuffers(4096, 8)
/** Enough for what one write shares; control frames for an end that does not read may be more. */
const large = new SpareBuffers(81_920, 8)

function take(byteCount: number): Buffer {
  if (byteCount > large.byteLength) return Buffer.allocUnsafeSlow(byteCount)
  return (byteCount <= small.byteLength ? small : large).take()
}

function give(buffer: Buffer): void {
  small.give(buffer)
  large.give(buffer)
}

const none: readonly number[] = []

export class Outbox {
  #buffer: Buffer | undefined
  #length = 0
  #frames = 0
  /** Where datagrams begin. */
  #passing: number[] | undefined

  get bytes(): number {
    return this.#length
  }

  get frames(): number {
    return this.#frames
  }

  /** The frame is the caller's again when this returns. */
  add(frame: Uint8Array): void {
    if (frame[0] === frameType.datagram) (this.#passing ??= []).push(this.#length)
    this.#room(frame.length).set(frame, this.#length)
    this.#length += frame.length
    this.#frames += 1
  }

  /** Hands over all that waits; valid until `write` returns. */
  empty(write: (bytes: Uint8Array, passing: readonly number[]) => void): void {
    const [buffer, length, passing] = [this.#buffer, this.#length, this.#passing ?? none]
    if (buffer === undefined) return
    this.#buffer = undefined
    this.#length = 0
    this.#frames = 0
    this.#passing = undefined
    write(buffer.subarray(0, length), passing)
    give(buffer)
  }

  #room(byteCount: number): Buffer {
    const wanted = this.#length + byteCount
    const present = this.#buffer
    if (present !== undefined && wanted <= present.length) return present
    // Twice as much when it is large already, so that little by little it is not copied again and again.
    const roomier = take(present === undefined || present.length < large.byteLength ? wanted : 2 * wanted)
    if (present !== undefined) {
      roomier.set(present.subarray(0, this.#length))
      give(present)
    }
    this.#buffer = roomier
    return roomier
  }
}
