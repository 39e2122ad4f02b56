// Connections that the server has ended. Their tickets are good for none any more, although they have not expired.

import type { ConnectionId } from '@farport/vocabulary'

/** Longer than tickets live that streams are opened under. Those of persons live for minutes. */
const memoryMs = 12 * 60 * 60_000
/** One more, and the one that was cut first is forgotten. */
const connectionsMax = 10_000

export class CutConnections {
  readonly #now: () => number
  /** When each may be forgotten, in that order. */
  readonly #forgetAt = new Map<ConnectionId, number>()

  /** `now`: milliseconds on any clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#forgetAt.size
  }

  add(connectionId: ConnectionId): void {
    this.#forgetAt.delete(connectionId)
    this.#forgetAt.set(connectionId, this.#now() + memoryMs)
    for (const [oldest, forgetAt] of this.#forgetAt) {
      if (forgetAt > this.#now() && this.#forgetAt.size <= connectionsMax) break
      this.#forgetAt.delete(oldest)
    }
  }

  has(connectionId: ConnectionId): boolean {
    return (this.#forgetAt.get(connectionId) ?? 0) > this.#now()
  }
}
