// Ends of proxies that the server has to hear of, whatever happens to the channel in between.
//
// A fact is sent when it happens and again after each join, until a pong has come back for a ping that was sent after
// it. A server that took it and fell before it wrote it down orders the proxy again, and is told again: facts are
// remembered beyond their delivery, as far as there is room.

import type { RelayToServer } from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'

export type ClosedFact = Extract<RelayToServer, { type: 'proxy-closed' }>

interface Kept {
  fact: ClosedFact
  /** The number of the ping that confirms it. Undefined: not sent on this channel. */
  sentBefore: number | undefined
  isDelivered: boolean
}

export class ClosedFacts {
  readonly #lengthMax: number
  /** Oldest first: at the limit the oldest delivered one goes, and only without such a one the oldest at all. */
  readonly #kept = new Map<ConnectionId, Kept>()

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  add(fact: ClosedFact): void {
    const id = fact.usage.connectionId
    this.#kept.delete(id)
    if (this.#kept.size >= this.#lengthMax) this.#forgetOne()
    this.#kept.set(id, { fact, sentBefore: undefined, isDelivered: false })
  }

  get(connectionId: ConnectionId): ClosedFact | undefined {
    return this.#kept.get(connectionId)?.fact
  }

  /** What is to be sent now; from then on it waits for that ping, or a later one, to be answered. */
  takeUnsent(nextPing: number): ClosedFact[] {
    const unsent = [...this.#kept.values()].filter((kept) => !kept.isDelivered && kept.sentBefore === undefined)
    for (const kept of unsent) kept.sentBefore = nextPing
    return unsent.map((kept) => kept.fact)
  }

  /** This ping was answered: all that was sent before it has arrived. */
  confirm(ping: number): void {
    for (const kept of this.#kept.values()) {
      if (kept.sentBefore !== undefined && kept.sentBefore <= ping) kept.isDelivered = true
    }
  }

  /** The channel broke: what was not confirmed has to be sent again. */
  channelBroke(): void {
    for (const kept of this.#kept.values()) kept.sentBefore = undefined
  }

  get undelivered(): number {
    return [...this.#kept.values()].filter((kept) => !kept.isDelivered).length
  }

  #forgetOne(): void {
    for (const [id, kept] of this.#kept) {
      if (kept.isDelivered) return void this.#kept.delete(id)
    }
    const oldest = this.#kept.keys().next().value
    if (oldest !== undefined) this.#kept.delete(oldest)
  }
}
