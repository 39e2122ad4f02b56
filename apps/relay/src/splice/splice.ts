// Two sockets made one: what comes out of each goes into the other, ends and resets too, with back-pressure both ways.

import type { Socket } from 'node:net'
import type { SpliceEnd } from './kernel-messages.ts'

export type { SpliceEnd } from './kernel-messages.ts'

export interface Splice {
  /** From the first socket to the second so far, and back. */
  readonly sentBytes: number
  readonly receivedBytes: number
  /** Resolves when both sockets are over. */
  readonly closed: Promise<SpliceEnd>
  /** Resets both, at once. */
  cut(): void
}

/** One way of splicing. Whatever is spliced is cut when it is disposed of. */
export interface Splicer extends Disposable {
  readonly way: 'kernel' | 'portable'
  /** Both sockets belong to the splice from now on, with what has been read from them and put back. */
  join(first: Socket, second: Socket): Splice
}
