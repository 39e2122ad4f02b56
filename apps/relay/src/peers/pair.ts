// One initiator and one agent that meet here: first two work connections that are awaited, then one splice.

import type { Socket } from 'node:net'
import type { PeerClaims } from '@farport/protocol'
import type { Splice } from '../splice/splice.ts'

export type PairFacts = Pick<PeerClaims, 'connectionId' | 'accountId' | 'deviceId' | 'initiatorKey'>

export class Pair {
  readonly facts: PairFacts
  /** When bytes were last seen to have moved, and how many had by then. */
  movedAtMs: number
  movedBytes = 0
  #splice: Splice | undefined
  #isCut = false

  constructor(facts: PairFacts, nowMs: number) {
    this.facts = facts
    this.movedAtMs = nowMs
  }

  /** Towards the device, and from it. */
  get bytes(): { sent: number; received: number } {
    return { sent: this.#splice?.sentBytes ?? 0, received: this.#splice?.receivedBytes ?? 0 }
  }

  get isCut(): boolean {
    return this.#isCut
  }

  get isJoined(): boolean {
    return this.#splice !== undefined
  }

  /** Resolves when it is over. */
  async carry(join: (first: Socket, second: Socket) => Splice, initiator: Socket, agent: Socket): Promise<string> {
    this.#splice = join(initiator, agent)
    return this.#splice.closed
  }

  /** At once, or as soon as its connections are there. */
  cut(): void {
    this.#isCut = true
    this.#splice?.cut()
  }
}
