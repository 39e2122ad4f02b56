// One splice within the kernel, on its way from Node's hands into the thread's, in there, and over.

import type { Socket } from 'node:net'
import { resetSocket } from '@farport/transport'
import type { Splice, SpliceEnd } from './splice.ts'

/** What a splice needs of the thread, and of the splicer in front of it. */
export interface SpliceThread {
  /** Undefined when it takes no more. */
  enter(descriptors: readonly [number, number]): number | undefined
  cut(slot: number): void
  /** A copy of its descriptor. */
  take(socket: Socket): number | undefined
  count(slot: number, which: 0 | 1): number
  /** Closes a descriptor that the thread has not taken, with a reset. */
  drop(descriptor: number): void
  over(): void
}

type Stage =
  | { readonly stage: 'leaving-node' }
  | { readonly stage: 'in-thread'; readonly slot: number; readonly descriptors: readonly [number, number] }
  | { readonly stage: 'over'; readonly sentBytes: number; readonly receivedBytes: number }

export class KernelSplice implements Splice {
  readonly #sockets: readonly [Socket, Socket]
  readonly #thread: SpliceThread
  readonly #closing = Promise.withResolvers<SpliceEnd>()
  #stage: Stage = { stage: 'leaving-node' }
  /** What had been read before, and was passed on by Node. */
  #sentEarly = 0
  #receivedEarly = 0

  constructor(first: Socket, second: Socket, thread: SpliceThread) {
    this.#sockets = [first, second]
    this.#thread = thread
  }

  get closed(): Promise<SpliceEnd> {
    return this.#closing.promise
  }

  get sentBytes(): number {
    return this.#stage.stage === 'over' ? this.#stage.sentBytes : this.#sentEarly + this.#count(0)
  }

  get receivedBytes(): number {
    return this.#stage.stage === 'over' ? this.#stage.receivedBytes : this.#receivedEarly + this.#count(1)
  }

  cut(): void {
    if (this.#stage.stage === 'in-thread') return this.#thread.cut(this.#stage.slot)
    for (const socket of this.#sockets) resetSocket(socket)
    this.finish('reset')
  }

  /** What was read before goes on by Node; then the thread has the sockets. */
  begin(): void {
    const [first, second] = this.#sockets
    for (const socket of this.#sockets) {
      socket.allowHalfOpen = true
      socket.on('error', () => socket.destroy())
      socket.once('close', this.#onClosedEarly)
      if (socket.destroyed) return this.cut()
      stopReading(socket)
    }
    this.#sentEarly = passOn(first, second)
    this.#receivedEarly = passOn(second, first)
    const enterWhenWritten = (): void => {
      if (this.#stage.stage === 'leaving-node' && first.writableLength + second.writableLength === 0) this.#enter()
    }
    // Written to the system, both: an empty write says when.
    for (const socket of this.#sockets) {
      if (socket.writableLength > 0) socket.write('', enterWhenWritten)
    }
    enterWhenWritten()
  }

  finish(end: SpliceEnd): void {
    if (this.#stage.stage === 'over') return
    this.#stage = { stage: 'over', sentBytes: this.sentBytes, receivedBytes: this.receivedBytes }
    this.#thread.over()
    this.#closing.resolve(end)
  }

  /** The thread is gone: its descriptors are closed here. */
  abandon(): void {
    if (this.#stage.stage === 'in-thread')
      for (const descriptor of this.#stage.descriptors) this.#thread.drop(descriptor)
    this.finish('reset')
  }

  #enter(): void {
    const [first, second] = this.#sockets.map((socket) => this.#thread.take(socket))
    const slot = first === undefined || second === undefined ? undefined : this.#thread.enter([first, second])
    if (first === undefined || second === undefined || slot === undefined) {
      for (const descriptor of [first, second]) if (descriptor !== undefined) this.#thread.drop(descriptor)
      return this.cut()
    }
    this.#stage = { stage: 'in-thread', slot, descriptors: [first, second] }
    // The descriptors are copies: closing Node's sockets ends nothing.
    for (const socket of this.#sockets) socket.off('close', this.#onClosedEarly).destroy()
  }

  readonly #onClosedEarly = (): void => this.cut()

  #count(which: 0 | 1): number {
    return this.#stage.stage === 'in-thread' ? this.#thread.count(this.#stage.slot, which) : 0
  }
}

/** What Node holds already is passed on. Answers how much. */
function passOn(from: Socket, to: Socket): number {
  let byteCount = 0
  while (from.readableLength > 0) {
    const chunk = from.read() as Buffer | null // no encoding is ever set
    if (chunk === null) break
    byteCount += chunk.length
    to.write(chunk)
  }
  return byteCount
}

interface ReadingHandle {
  reading: boolean
  readStop(): void
}

/** Nothing is read from it any more, whatever its stream wants. */
function stopReading(socket: Socket): void {
  socket.pause()
  const handle: unknown = Reflect.get(socket, '_handle')
  if (!isReadingHandle(handle)) return
  handle.readStop()
  handle.reading = false
}

function isReadingHandle(handle: unknown): handle is ReadingHandle {
  return typeof handle === 'object' && handle !== null && typeof Reflect.get(handle, 'readStop') === 'function'
}
