// Pipes through which bytes pass from socket to socket. One is held only while there are bytes in it.

import { linux, type Libc } from '@farport/transport/linux'

export interface Pipe {
  readonly readEnd: number
  readonly writeEnd: number
}

/** What one pipe holds at best: packets that are not full take as much room. The system may give less when many are held. */
const pipeBytes = 262_144
/** More are closed instead of kept. */
const spareMax = 64

export class Pipes {
  readonly #libc: Libc
  readonly #spare: Pipe[] = []

  constructor(libc: Libc) {
    this.#libc = libc
  }

  /** Empty. Undefined when there are too many open files. */
  take(): Pipe | undefined {
    const spare = this.#spare.pop()
    if (spare) return spare
    const descriptors = new Int32Array(2)
    if (this.#libc.pipe2(new Uint8Array(descriptors.buffer), linux.O_NONBLOCK_CLOEXEC) < 0) return undefined
    const [readEnd = -1, writeEnd = -1] = descriptors
    this.#libc.fcntl(writeEnd, linux.F_SETPIPE_SZ, pipeBytes)
    return { readEnd, writeEnd }
  }

  /** It is empty again. */
  give(pipe: Pipe): void {
    if (this.#spare.length < spareMax) this.#spare.push(pipe)
    else this.discard(pipe)
  }

  /** With whatever is in it. */
  discard(pipe: Pipe): void {
    this.#libc.close(pipe.readEnd)
    this.#libc.close(pipe.writeEnd)
  }

  close(): void {
    for (const pipe of this.#spare.splice(0)) this.discard(pipe)
  }
}
