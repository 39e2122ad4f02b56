// Writes to a socket what comes in many pieces, as few writes: a TLS record at a time costs a system call each, and wakes
// who reads it. Pieces are gathered until the last of their frame, or until the event loop has read what there is.

import type { Socket } from 'node:net'
import { SpareBuffers, writeTogether } from '@farport/transport'
import { keptPayloadBytesMax } from './frame-pool.ts'

/** Of as much as a frame carries that this program reads; more than a few are in use only behind slow readers. */
const large = new SpareBuffers(keptPayloadBytesMax, 32)
/** What follows a slow reader in small pieces shares buffers, or each byte would be kept in an object of its own. */
const smallBytes = 16_384
/** A piece is not parted to fill so little: it would be a write of its own. */
const fewBytes = 1024

/** The bytes start … end of the buffer wait; those before start are given to the socket. */
interface Gathered {
  readonly buffer: Buffer
  start: number
  end: number
}

export class SocketWriter {
  readonly #socket: Socket
  readonly #onTaken: (byteCount: number) => void
  #gathered: Gathered[] = []
  /** Bytes of the write that the socket is at; 0: none. */
  #writing = 0
  /** More of the frame is about to come. */
  #isAmidFrame = false
  #isScheduled = false
  #isEnding = false
  #isOver = false

  /** `onTaken` is told how many bytes the system has taken. Nothing bounds what waits but the caller's own window. */
  constructor(socket: Socket, onTaken: (byteCount: number) => void) {
    this.#socket = socket
    this.#onTaken = onTaken
  }

  /** The bytes are the caller's again when this returns. `isLast`: nothing is known to follow at once. */
  write(bytes: Uint8Array, isLast: boolean): void {
    this.#isAmidFrame = !isLast
    if (isLast && this.#writing === 0 && this.#gathered.length === 0) {
      this.#writing = bytes.length
      writeTogether(this.#socket, [bytes], this.#onWritten)
      return
    }
    this.#gather(bytes, isLast)
    this.#flushWhenDue()
  }

  /** Whether it was ended and everything is written. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends the socket when everything is written. */
  end(): void {
    this.#isEnding = true
    this.#isAmidFrame = false
    this.#flush()
  }

  #gather(bytes: Uint8Array, isLast: boolean): void {
    for (let offset = 0; offset < bytes.length;) {
      const into = this.#room(isLast && bytes.length - offset <= smallBytes)
      const part = bytes.subarray(offset, offset + into.buffer.length - into.end)
      into.buffer.set(part, into.end)
      into.end += part.length
      offset += part.length
    }
  }

  #room(isLittle: boolean): Gathered {
    const last = this.#gathered.at(-1)
    if (last !== undefined && !isFull(last)) return last
    const buffer = isLittle ? Buffer.allocUnsafeSlow(smallBytes) : large.take()
    const added = { buffer, start: 0, end: 0 }
    this.#gathered.push(added)
    return added
  }

  /** What waits is written together with what is about to come, while there is room for it. */
  #flushWhenDue(): void {
    if (this.#writing > 0) return
    const [first] = this.#gathered
    if (this.#isAmidFrame && first !== undefined && !isFull(first)) this.#schedule()
    else this.#flush()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#writing > 0) return
    const [first] = this.#gathered
    if (first !== undefined) {
      const { start } = first
      first.start = first.end
      this.#give(first.buffer.subarray(start, first.end))
    } else if (this.#isEnding && !this.#isOver) {
      this.#isOver = true
      // When the other way has ended, too, closing says all that an end would, for less.
      if (this.#socket.readableEnded) this.#socket.destroy()
      else this.#socket.end()
    }
  }

  #give(bytes: Buffer): void {
    this.#writing = bytes.length
    this.#socket.write(bytes, this.#onWritten)
  }

  readonly #onWritten = (error?: Error | null): void => {
    if (error) return // the socket tells it by its own event
    const byteCount = this.#writing
    this.#writing = 0
    const [first] = this.#gathered
    if (first !== undefined && first.start === first.end) this.#release(first)
    this.#onTaken(byteCount)
    this.#flushWhenDue()
  }

  /** Nothing of it waits any more. */
  #release(first: Gathered): void {
    this.#gathered.shift()
    large.give(first.buffer)
  }
}

const isFull = ({ buffer, end }: Gathered): boolean => buffer.length - end < fewBytes
