// Writes to a socket what comes in many pieces, as few writes: a TLS record at a time costs a system call each.
// Pieces are gathered until the last of their frame, or until the event loop has read what there is.

import type { Socket } from 'node:net'

const bufferBytes = 262_144
/** More are left to the garbage collector. */
const sparesMax = 16
const spares: Buffer[] = []

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
  #isScheduled = false
  #isEnding = false

  /** `onTaken` is told how many bytes the system has taken. Nothing bounds what waits but the caller's own window. */
  constructor(socket: Socket, onTaken: (byteCount: number) => void) {
    this.#socket = socket
    this.#onTaken = onTaken
  }

  /** The bytes are the caller's again when this returns. */
  write(bytes: Uint8Array, isLast: boolean): void {
    for (let offset = 0; offset < bytes.length; ) {
      const last = this.#last()
      const part = bytes.subarray(offset, offset + last.buffer.length - last.end)
      last.buffer.set(part, last.end)
      last.end += part.length
      offset += part.length
    }
    if (this.#writing > 0) return
    const [first] = this.#gathered
    if (isLast || first?.end === bufferBytes) this.#flush()
    else this.#schedule()
  }

  /** Ends the socket when everything is written. */
  end(): void {
    this.#isEnding = true
    this.#flush()
  }

  #last(): Gathered {
    const last = this.#gathered.at(-1)
    if (last !== undefined && last.end < last.buffer.length) return last
    const added = { buffer: spares.pop() ?? Buffer.allocUnsafeSlow(bufferBytes), start: 0, end: 0 }
    this.#gathered.push(added)
    return added
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
      this.#writing = first.end - first.start
      this.#socket.write(first.buffer.subarray(first.start, first.end), this.#onWritten)
      first.start = first.end
    } else if (this.#isEnding && this.#socket.writable) {
      this.#socket.end()
    }
  }

  readonly #onWritten = (error?: Error | null): void => {
    if (error) return // the socket tells it by its own event
    const byteCount = this.#writing
    this.#writing = 0
    const [first] = this.#gathered
    if (first !== undefined && first.start === first.end) this.#release(first)
    this.#onTaken(byteCount)
    this.#flush()
  }

  /** Nothing of it waits any more. */
  #release(first: Gathered): void {
    this.#gathered.shift()
    if (spares.length < sparesMax) spares.push(first.buffer)
  }
}
