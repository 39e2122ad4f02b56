// One way of a pair of sockets: bytes go from the one through a pipe into the other, and never into this process.

import { linux, type Libc } from '@farport/transport/linux'
import type { Pipe, Pipes } from './pipes.ts'

/** A socket, and what the kernel has said of it since it last said "later". */
export interface End {
  readonly descriptor: number
  isReadable: boolean
  isWritable: boolean
}

/** waiting: for the kernel. busy: there is more, but others have their turn first. */
export type FlowState = 'waiting' | 'busy' | 'over' | 'failed'

/** So much goes one way before others have their turn. */
const turnBytesMax = 1_048_576
/**
 * So much is moved at once, as far as a pipe has room: eight of the largest packets (65,483 bytes). Odd bytes besides would
 * be a packet, and often a timer, of their own.
 */
const spliceBytesMax = 523_864
const flags = linux.SPLICE_F_MOVE | linux.SPLICE_F_NONBLOCK

export class KernelFlow {
  /** Has its end been passed on? */
  isOver = false
  readonly #libc: Libc
  readonly #pipes: Pipes
  readonly #from: End
  readonly #to: End
  readonly #onBytes: (byteCount: number) => void
  #pipe: Pipe | undefined
  #bytesInPipe = 0

  constructor(kernel: { libc: Libc; pipes: Pipes }, from: End, to: End, onBytes: (byteCount: number) => void) {
    this.#libc = kernel.libc
    this.#pipes = kernel.pipes
    this.#from = from
    this.#to = to
    this.#onBytes = onBytes
  }

  pump(): FlowState {
    let moved = 0
    while (moved < turnBytesMax) {
      if (this.#bytesInPipe === 0) {
        const state = this.#fill()
        if (state !== undefined) return state
      }
      const byteCount = this.#drain()
      if (byteCount < 0) return 'failed'
      if (byteCount === 0) return 'waiting'
      moved += byteCount
    }
    return 'busy'
  }

  /** Whatever is in the pipe is thrown away. */
  discard(): void {
    if (this.#pipe) this.#pipes.discard(this.#pipe)
    this.#pipe = undefined
  }

  /** Undefined when there are bytes in the pipe. */
  #fill(): FlowState | undefined {
    if (this.isOver) return this.#rest('over')
    while (this.#from.isReadable) {
      this.#pipe ??= this.#pipes.take()
      if (this.#pipe === undefined) return 'failed'
      const got = this.#libc.splice(this.#from.descriptor, null, this.#pipe.writeEnd, null, spliceBytesMax, flags)
      if (got > 0) {
        this.#bytesInPipe = got
        return undefined
      }
      if (got === 0) return this.#passEndOn()
      const { EAGAIN, EINTR } = linux
      const failure = this.#libc.errno()
      if (failure === EAGAIN) this.#from.isReadable = false
      else if (failure !== EINTR) return 'failed'
    }
    return this.#rest('waiting')
  }

  /** How many bytes left the pipe. 0: the other end takes none now. Below: it is broken. */
  #drain(): number {
    while (this.#to.isWritable && this.#pipe) {
      const given = this.#libc.splice(this.#pipe.readEnd, null, this.#to.descriptor, null, this.#bytesInPipe, flags)
      if (given > 0) {
        this.#bytesInPipe -= given
        this.#onBytes(given)
        return given
      }
      const failure = this.#libc.errno()
      if (failure === linux.EAGAIN) this.#to.isWritable = false
      else if (failure !== linux.EINTR) return -1
    }
    return 0
  }

  #passEndOn(): FlowState {
    this.isOver = true
    this.#libc.shutdown(this.#to.descriptor, linux.SHUT_WR)
    return this.#rest('over')
  }

  #rest(state: 'waiting' | 'over'): FlowState {
    if (this.#pipe) this.#pipes.give(this.#pipe)
    this.#pipe = undefined
    return state
  }
}
