// Splices within the kernel: sockets are taken out of Node's hands and given to a thread that moves their bytes without
// looking at them. Half the CPU that it takes to move them through this process.

import type { Socket } from 'node:net'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { accept, refuse, type Result } from '@farport/basics'
import { countsPerSlot, type SpliceOrder, type SpliceOver, type SpliceThreadData } from './kernel-messages.ts'
import { closeWithReset, linux, loadLibc, type Libc } from '@farport/transport/linux'
import { Pipes } from './pipes.ts'
import { KernelSplice } from './kernel-splice.ts'
import type { Splice, SpliceEnd, Splicer } from './splice.ts'
import { takeDescriptor } from './take-descriptor.ts'

export interface KernelSplicerOptions {
  /** Pairs at once. More are a fault of the caller's. */
  pairsMax: number
  /** The thread broke: what was spliced is cut, and no more can be. */
  onBroken: (error: Error) => void
  /** What runs in the thread. */
  thread?: URL
}

/** Refused with a sentence where it cannot be done. */
export async function startKernelSplicer(options: KernelSplicerOptions): Promise<Result<Splicer, string>> {
  const libc = await loadLibc()
  if (!libc.ok) return libc
  if (!maySplice(libc.value)) return refuse('this system does not let its programs splice')
  const wakeDescriptor = libc.value.eventfd(0, linux.O_NONBLOCK_CLOEXEC)
  return wakeDescriptor < 0
    ? refuse('there are too many open files to splice in the kernel')
    : accept(new KernelSplicer(libc.value, wakeDescriptor, options))
}

/** Tried on a byte: what may be called here is not for this program to say. */
function maySplice(libc: Libc): boolean {
  const pipes = new Pipes(libc)
  const [from, to] = [pipes.take(), pipes.take()]
  const byte = new Uint8Array(1)
  const isMoved =
    from !== undefined &&
    to !== undefined &&
    libc.write(from.writeEnd, byte, 1) === 1 &&
    libc.splice(from.readEnd, null, to.writeEnd, null, 1, linux.SPLICE_F_NONBLOCK) === 1
  for (const pipe of [from, to]) if (pipe) pipes.discard(pipe)
  return isMoved
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
  readonly #thread: URL
  readonly #onBroken: (error: Error) => void
  readonly #orders: MessagePort
  readonly #ordersOfThread: MessagePort
  /** Started for the first pair. */
  #state: 'resting' | 'running' | 'over' = 'resting'

  constructor(libc: Libc, wakeDescriptor: number, { pairsMax, onBroken, thread }: KernelSplicerOptions) {
    this.#libc = libc
    this.#thread = thread ?? new URL('kernel-thread.ts', import.meta.url)
    this.#onBroken = onBroken
    this.#wakeDescriptor = wakeDescriptor
    this.#byteCounts = new Float64Array(
      new SharedArrayBuffer(pairsMax * countsPerSlot * Float64Array.BYTES_PER_ELEMENT),
    )
    this.#freeSlots = Array.from({ length: pairsMax }, (_, at) => pairsMax - 1 - at)
    const { port1, port2 } = new MessageChannel()
    port1.unref()
    this.#orders = port1
    this.#ordersOfThread = port2
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
    if (this.#state === 'resting') this.#close()
    else this.#tell({ order: 'stop' })
    this.#state = 'over'
  }

  /** Undefined when there is no thread (any more), or no room in it. */
  #enter(splice: KernelSplice, [first, second]: readonly [number, number]): number | undefined {
    if (this.#state === 'resting') this.#startThread()
    const slot = this.#state === 'running' ? this.#freeSlots.pop() : undefined
    if (slot === undefined) return undefined
    this.#byteCounts.fill(0, slot * countsPerSlot, (slot + 1) * countsPerSlot)
    this.#splices.set(slot, splice)
    this.#tell({ order: 'join', slot, first, second })
    return slot
  }

  #startThread(): void {
    this.#state = 'running'
    const workerData: SpliceThreadData = {
      byteCounts: this.#byteCounts,
      wakeDescriptor: this.#wakeDescriptor,
      orders: this.#ordersOfThread,
    }
    const thread = new Worker(this.#thread, {
      workerData,
      transferList: [this.#ordersOfThread],
    })
    thread.unref()
    thread.on('message', ({ slot, end }: SpliceOver) => this.#over(slot, end))
    thread.on('error', (error: Error) => this.#broke(error))
    thread.on('exit', () => this.#ended())
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

  #broke(error: Error): void {
    this.#state = 'over'
    // The thread is gone, but its descriptors are this process's.
    for (const splice of this.#splices.values()) splice.abandon()
    this.#splices.clear()
    this.#onBroken(error)
  }

  #ended(): void {
    if (this.#state === 'running') this.#broke(new Error('the thread that splices has ended'))
    for (const splice of this.#splices.values()) splice.finish('reset')
    this.#splices.clear()
    this.#close()
  }

  #close(): void {
    this.#orders.close()
    this.#libc.close(this.#wakeDescriptor)
  }
}
