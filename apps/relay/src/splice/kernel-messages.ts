// What the relay and the thread that splices tell each other. A slot names one pair, until the thread has said that it
// is over.

import type { MessagePort } from 'node:worker_threads'

export interface SpliceThreadData {
  /** Bytes of each slot so far: from the first end to the second, and back. Written by the thread only. */
  readonly byteCounts: Float64Array<SharedArrayBuffer>
  /** Written to when there are orders to be read. */
  readonly wakeDescriptor: number
  readonly orders: MessagePort
}

export type SpliceOrder =
  /** The descriptors belong to the thread from now on. */
  | { readonly order: 'join'; readonly slot: number; readonly first: number; readonly second: number }
  /** Resets both ends. */
  | { readonly order: 'cut'; readonly slot: number }
  /** Resets all that is joined, and ends the thread. */
  | { readonly order: 'stop' }

/** ended: both ends had said all they had to say. reset: one broke, or was cut. */
export type SpliceEnd = 'ended' | 'reset'

export interface SpliceOver {
  readonly slot: number
  readonly end: SpliceEnd
}

/** One for each way. */
export const countsPerSlot = 2
