// Which connections end when an interface hangs up: those that nobody else holds, and nobody wanted to stay.

import type { ConnectionId } from '@farport/vocabulary'

export class Holds {
  /** Who holds it; 'kept': it stays, whoever hangs up. */
  readonly #holders = new Map<ConnectionId, Set<object> | 'kept'>()

  hold(connectionId: ConnectionId, holder: object): void {
    const holders = this.#holders.get(connectionId)
    if (holders === 'kept') return
    this.#holders.set(connectionId, (holders ?? new Set()).add(holder))
  }

  keep(connectionId: ConnectionId): void {
    this.#holders.set(connectionId, 'kept')
  }

  /** It is over. */
  forget(connectionId: ConnectionId): void {
    this.#holders.delete(connectionId)
  }

  /** Hangs up. Answers with what nobody holds any more. */
  release(holder: object): readonly ConnectionId[] {
    const free: ConnectionId[] = []
    for (const [connectionId, holders] of this.#holders) {
      if (holders === 'kept' || !holders.delete(holder) || holders.size > 0) continue
      this.#holders.delete(connectionId)
      free.push(connectionId)
    }
    return free
  }
}
