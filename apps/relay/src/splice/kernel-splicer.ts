// Splices within the kernel: sockets are taken out of Node's hands and given to a thread that moves their bytes without
// looking at them. A third of the CPU that it takes to move them through this process.

import type { Socket } from 'node:net'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { accept, refuse, type Result } from '@farport/basics'
import { countsPerSlot, type SpliceOrder, type SpliceOver, type SpliceThreadData } from './kernel-messages.ts'
import { closeWithReset, linux, loadLibc, type Libc } from './libc.ts'
import type { Splice, SpliceEnd, Splicer } from './splice.ts'
import { takeDescriptor } from './take-descriptor.ts'

export interface KernelSplicerOptions {
  /** Pairs at once. More are a fault of the caller's. */
  pairsMax: number
  /** The thread broke: what was spliced is cut, and no more can be. */
  onBroken: (error: Error) => void
}

/** Refused with a sentence where it cannot be done. */
export async function startKernelSplicer(options: KernelSplicerOptions): Promise<Result<Splicer, string>> {
  const libc = await loadLibc()
  if (!libc.ok) return libc
  const wakeDescriptor = libc.value.eventfd(0, linux.O_NONBLOCK_CLOEXEC)
  return wakeDescriptor < 0
    ? refuse('there are too many open files to splice in the kernel')
    : accept(new KernelSplicer(libc.value, wakeDescriptor, options))
}

const one = new Uint8Array(new BigUint64Array([1n]).buffer)

class KernelSplicer implements Splicer {
  readonly way = 'kernel'
  readonly #libc: Libc
  readonly #wakeDescriptor: number
  readonly #byteCounts: Float64Array<SharedArrayBuffer>
  readonly #freeSlots: number[]
  readonly #splices = new Map<number, KernelSplice>()
  /** Those that are on their way into the thread, too. */
  readonly #all = new Set<KernelSplice>()
  readonly #thread: Worker
  readonly #orders: MessagePort
  #state: 'running' | 'stopping' | 'broken' = 'running'

  constructor(libc: Libc, wakeDescriptor: number, { pairsMax, onBroken }: KernelSplicerOptions) {
    this.#libc = libc
    this.#wakeDescriptor = wakeDescriptor
    this.#byteCounts = new Float64Array(
      new SharedArrayBuffer(pairsMax * countsPerSlot * Float64Array.BYTES_PER_ELEMENT),
    )
    this.#freeSlots = Array.from({ length: pairsMax }, (_, at) => pairsMax - 1 - at)
    const { port1, port2 } = new MessageChannel()
    this.#orders = port1
    port1.unref()
    const workerData: SpliceThreadData = { byteCounts: this.#byteCounts, wakeDescriptor, orders: port2 }
    this.#thread = new Worker(new URL('kernel-thread.ts', import.meta.url), { workerData, transferList: [port2] })
    this.#thread.unref()
    this.#thread.on('message', ({ slot, end }: SpliceOver) => this.#over(slot, end))
    this.#thread.on('error', (error: Error) => this.#broke(error, onBroken))
    this.#thread.on('exit', () => this.#ended(onBroken))
  }

  join(first: Socket, second: Socket): Splice {
    const splice = new KernelSplice(first, second, {
      enter: (descriptors) => this.#enter(splice, descriptors),
      cut: (slot) => this.#tell({ order: 'cut', slot }),
      take: (socket) => takeDescriptor(this.#libc, socket),
      count: (slot, which) => this.#byteCounts[slot * countsPerSlot + which] ?? 0,
      drop: (descriptor) => closeWithReset(this.#libc, descriptor),
      over: () => this.#all.delete(splice),
    })
    this.#all.add(splice)
    splice.begin()
    return splice
  }

  [Symbol.dispose](): void {
    for (const splice of this.#all) splice.cut()
    if (this.#state !== 'running') return
    this.#tell({ order: 'stop' })
    this.#state = 'stopping'
  }

  /** Undefined when there is no thread (any more), or no room in it. */
  #enter(splice: KernelSplice, [first, second]: readonly [number, number]): number | undefined {
    const slot = this.#state === 'running' ? this.#freeSlots.pop() : undefined
    if (slot === undefined) return undefined
    this.#byteCounts.fill(0, slot * countsPerSlot, (slot + 1) * countsPerSlot)
    this.#splices.set(slot, splice)
    this.#tell({ order: 'join', slot, first, second })
    return slot
  }

  #tell(order: SpliceOrder): void {
    if (this.#state !== 'running') return
    this.#orders.postMessage(order, []) // a port of Node has no origin to name
    this.#libc.write(this.#wakeDescriptor, one, one.length)
  }

  #over(slot: number, end: SpliceEnd): void {
    const splice = this.#splices.get(slot)
    this.#splices.delete(slot)
    splice?.finish(end)
    this.#freeSlots.push(slot)
  }

  #broke(error: Error, onBroken: (error: Error) => void): void {
    this.#state = 'broken'
    // The thread is gone, but its descriptors are this process's.
    for (const splice of this.#splices.values()) splice.abandon()
    this.#splices.clear()
    onBroken(error)
  }

  #ended(onBroken: (error: Error) => void): void {
    if (this.#state === 'running') this.#broke(new Error('the thread that splices has ended'), onBroken)
    for (const splice of this.#splices.values()) splice.finish('reset')
    this.#splices.clear()
    this.#orders.close()
    this.#libc.close(this.#wakeDescriptor)
  }
}

interface Thread {
  enter(descriptors: readonly [number, number]): number | undefined
  cut(slot: number): void
  take(socket: Socket): number | undefined
  count(slot: number, which: 0 | 1): number
  drop(descriptor: number): void
  over(): void
}

type Stage =
  | { readonly stage: 'leaving-node' }
  | { readonly stage: 'in-thread'; readonly slot: number; readonly descriptors: readonly [number, number] }
  | { readonly stage: 'over'; readonly sentBytes: number; readonly receivedBytes: number }

class KernelSplice implements Splice {
  readonly #sockets: readonly [Socket, Socket]
  readonly #thread: Thread
  readonly #closing = Promise.withResolvers<SpliceEnd>()
  #stage: Stage = { stage: 'leaving-node' }
  /** What had been read before, and was passed on by Node. */
  #sentEarly = 0
  #receivedEarly = 0

  constructor(first: Socket, second: Socket, thread: Thread) {
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
    for (const socket of this.#sockets) socket.resetAndDestroy()
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
