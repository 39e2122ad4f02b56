// Connections that the server has ended, remembered for as long as a ticket of theirs may be good.

import type { ConnectionId } from '@farport/vocabulary'
import { Deadlines } from '../deadlines.ts'

export interface CutConnectionsOptions {
  rememberMs: number
  /** One more forgets the oldest: its agent refuses it by itself. */
  lengthMax: number
  now: () => number
}

export class CutConnections implements Disposable {
  readonly #lengthMax: number
  readonly #remembered: Deadlines<ConnectionId>

  constructor({ rememberMs, lengthMax, now }: CutConnectionsOptions) {
    this.#lengthMax = lengthMax
    this.#remembered = new Deadlines({ afterMs: rememberMs, onDue: () => undefined, now })
  }

  has(connectionId: ConnectionId): boolean {
    return this.#remembered.has(connectionId)
  }

  add(connectionId: ConnectionId): void {
    const { oldest } = this.#remembered
    if (oldest !== undefined && this.#remembered.size >= this.#lengthMax) this.#remembered.stop(oldest)
    this.#remembered.start(connectionId)
  }

  [Symbol.dispose](): void {
    this.#remembered[Symbol.dispose]()
  }
}
