// All pairs of sockets that are spliced within the kernel, moved along as the kernel says what is possible.

import { Epoll } from './epoll.ts'
import { KernelFlow, type End } from './kernel-flow.ts'
import { countsPerSlot, type SpliceEnd, type SpliceOver } from './kernel-messages.ts'
import { closeWithReset, linux, type Libc } from '@farport/transport/linux'
import { Pipes } from './pipes.ts'

/**
 * After a turn that moved so much the thread rests before it looks again. What comes meanwhile is moved at once, and those
 * who send it need not wake anybody for each packet: a tenth more goes through, for a quarter less of the relay's time.
 */
const muchBytes = 65_536
/** Far below any line's own delay. Much longer, and the short buffers of young sockets run dry meanwhile. */
const restMicroseconds = 300

interface Pair {
  readonly slot: number
  readonly ends: readonly [End, End]
  readonly flows: readonly [KernelFlow, KernelFlow]
}

const { EPOLLIN, EPOLLOUT, EPOLLERR, EPOLLHUP, EPOLLRDHUP, EPOLLET } = linux
const watched = (EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET) >>> 0
const readable = EPOLLIN | EPOLLRDHUP | EPOLLHUP

export class KernelPairs {
  readonly #libc: Libc
  readonly #byteCounts: Float64Array
  readonly #epoll: Epoll
  readonly #pipes: Pipes
  readonly #pairs = new Map<number, Pair>()
  /** Have more to move than one turn took. */
  readonly #busy = new Set<Pair>()
  readonly #wakeMark: number
  readonly #onOver: (over: SpliceOver) => void
  /** In this turn. */
  #movedBytes = 0

  /** `wakeDescriptor` makes `turn` answer true when it becomes readable. */
  constructor(
    libc: Libc,
    options: { byteCounts: Float64Array; wakeDescriptor: number; onOver: (over: SpliceOver) => void },
  ) {
    this.#libc = libc
    this.#byteCounts = options.byteCounts
    this.#onOver = options.onOver
    this.#epoll = new Epoll(libc)
    this.#pipes = new Pipes(libc)
    this.#wakeMark = (options.byteCounts.length / countsPerSlot) * 2
    this.#epoll.add(options.wakeDescriptor, this.#wakeMark, EPOLLIN)
  }

  /** Both descriptors are connected sockets that do not block; they belong to the pair from now on. */
  join(slot: number, first: number, second: number): void {
    const ends = [endOf(first), endOf(second)] as const
    const kernel = { libc: this.#libc, pipes: this.#pipes }
    const flows = [
      new KernelFlow(kernel, ends[0], ends[1], (byteCount) => this.#count(slot * countsPerSlot, byteCount)),
      new KernelFlow(kernel, ends[1], ends[0], (byteCount) => this.#count(slot * countsPerSlot + 1, byteCount)),
    ] as const
    const pair = { slot, ends, flows }
    this.#pairs.set(slot, pair)
    const isWatched = ends.every((end, side) => this.#epoll.add(end.descriptor, slot * 2 + side, watched))
    if (isWatched) this.#move(pair)
    else this.#close(pair, 'reset')
  }

  /** Does nothing when it is over already. */
  cut(slot: number): void {
    const pair = this.#pairs.get(slot)
    if (pair) this.#close(pair, 'reset')
  }

  /** Moves what can be moved, waiting for something if there is nothing. True: there are orders. */
  turn(waitMs: number): boolean {
    if (this.#busy.size === 0 && this.#movedBytes >= muchBytes) this.#libc.usleep(restMicroseconds)
    this.#movedBytes = 0
    let hasOrders = false
    this.#epoll.wait(this.#busy.size > 0 ? 0 : waitMs, (mark, events) => {
      if (mark === this.#wakeMark) hasOrders = true
      else this.#changed(mark, events)
    })
    for (const pair of [...this.#busy]) this.#move(pair)
    return hasOrders
  }

  close(): void {
    for (const pair of this.#pairs.values()) this.#close(pair, 'reset')
    this.#pipes.close()
    this.#epoll.close()
  }

  #changed(mark: number, events: number): void {
    const pair = this.#pairs.get(mark >>> 1)
    const end = pair?.ends[mark & 1]
    if (pair === undefined || end === undefined) return
    if ((events & EPOLLERR) !== 0) return this.#close(pair, 'reset')
    if ((events & readable) !== 0) end.isReadable = true
    if ((events & EPOLLOUT) !== 0) end.isWritable = true
    this.#busy.add(pair)
  }

  #move(pair: Pair): void {
    const states = pair.flows.map((flow) => flow.pump())
    if (states.includes('failed')) return this.#close(pair, 'reset')
    if (states.every((state) => state === 'over')) return this.#close(pair, 'ended')
    if (states.includes('busy')) this.#busy.add(pair)
    else this.#busy.delete(pair)
  }

  #close(pair: Pair, end: SpliceEnd): void {
    this.#pairs.delete(pair.slot)
    this.#busy.delete(pair)
    for (const flow of pair.flows) flow.discard()
    for (const { descriptor } of pair.ends) {
      if (end === 'reset') closeWithReset(this.#libc, descriptor)
      else this.#libc.close(descriptor)
    }
    this.#onOver({ slot: pair.slot, end })
  }

  #count(at: number, byteCount: number): void {
    this.#movedBytes += byteCount
    this.#byteCounts[at] = (this.#byteCounts[at] ?? 0) + byteCount
  }
}

/** Both are found out by trying. */
function endOf(descriptor: number): End {
  return { descriptor, isReadable: true, isWritable: true }
}
