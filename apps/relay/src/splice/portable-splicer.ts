// Splices through this process, where the kernel does not: each way reads into one buffer of its own again and again,
// and reads on once the other socket has taken it. While it waits for that, Node does not hear of a reset.

import type { Socket } from 'node:net'
import { readStatically, resetSocket } from '@farport/transport'
import type { Splice, SpliceEnd, Splicer } from './splice.ts'

export class PortableSplicer implements Splicer {
  readonly way = 'portable'
  readonly #splices = new Set<PortableSplice>()

  join(first: Socket, second: Socket): Splice {
    const splice = new PortableSplice(first, second)
    this.#splices.add(splice)
    void splice.closed.then(() => this.#splices.delete(splice))
    return splice
  }

  [Symbol.dispose](): void {
    for (const splice of this.#splices) splice.cut()
  }
}

/** The system maps only as much of it as is used: a pair that carries little costs little. */
const bufferBytes = 131_072

class PortableSplice implements Splice {
  sentBytes = 0
  receivedBytes = 0
  readonly #sockets: readonly [Socket, Socket]
  readonly #closing = Promise.withResolvers<SpliceEnd>()

  constructor(first: Socket, second: Socket) {
    this.#sockets = [first, second]
    for (const socket of this.#sockets) {
      socket.allowHalfOpen = true
      socket.on('error', () => socket.destroy())
      socket.on('close', () => this.#onClose(socket))
    }
    if (first.destroyed || second.destroyed) this.cut()
    else this.#begin(first, second)
  }

  get closed(): Promise<SpliceEnd> {
    return this.#closing.promise
  }

  cut(): void {
    for (const socket of this.#sockets) resetSocket(socket)
    // A socket that was gone before it was spliced tells nothing more.
    if (this.#sockets.every((socket) => socket.closed)) this.#closing.resolve('reset')
  }

  #begin(first: Socket, second: Socket): void {
    flow(first, second, (byteCount) => (this.sentBytes += byteCount))
    flow(second, first, (byteCount) => (this.receivedBytes += byteCount))
  }

  #onClose(socket: Socket): void {
    const isOrderly = socket.readableEnded && socket.writableFinished
    if (!isOrderly) for (const each of this.#sockets) resetSocket(each)
    if (!this.#sockets.every((each) => each.closed)) return
    const isEnded = this.#sockets.every((each) => each.readableEnded && each.writableFinished)
    this.#closing.resolve(isEnded ? 'ended' : 'reset')
  }
}

function flow(from: Socket, to: Socket, onBytes: (byteCount: number) => void): void {
  let isBlocked = false
  const onWritten = (): void => {
    if (!isBlocked || to.writableLength > 0) return
    isBlocked = false
    from.resume()
  }
  from.on('end', () => to.end())
  readStatically(
    from,
    (bytes) => {
      onBytes(bytes.length)
      to.write(bytes, onWritten)
      // What waits to be written stands in the buffer: nothing may be read into it before.
      isBlocked = to.writableLength > 0
      return !isBlocked
    },
    Buffer.allocUnsafeSlow(bufferBytes),
  )
}
