// A udx stream that tells how much of what it was given is still on its way. udx knows, and tells nobody.

import { giveMemory } from './message-memory.ts'
import type UdxStream from 'udx-native/lib/stream.js'

export interface CountedStream extends UdxStream {
  readonly givenBytes: number
  /** By the other end. A write counts when all of it is. */
  readonly acknowledgedBytes: number
  /** Called when they have become more. */
  onAcknowledged: () => void
}

/** The class, made of udx's own, which is loaded when it is needed. */
export function countStreamsOf(
  Base: typeof UdxStream,
): new (...words: ConstructorParameters<typeof UdxStream>) => CountedStream {
  return class extends Base implements CountedStream {
    givenBytes = 0
    acknowledgedBytes = 0
    onAcknowledged = (): void => undefined

    override _writev(buffers: readonly Buffer[], done: (error?: Error | null) => void): void {
      this.givenBytes += lengthOf(buffers)
      super._writev(buffers, done)
    }

    override _onack(id: number): void {
      const { buffer, buffers } = this._wreqs[id] ?? { buffer: null, buffers: null }
      const acknowledged = buffers ?? (buffer ? [buffer] : [])
      this.acknowledgedBytes += lengthOf(acknowledged)
      for (const bytes of acknowledged) giveMemory(bytes)
      super._onack(id)
      this.onAcknowledged()
    }
  }
}

const lengthOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, { length }) => sum + length, 0)
