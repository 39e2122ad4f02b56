// What this relay tells its server: who is here, what proxies carry, and which of them have ended.

import { batchLengthMax, type AgentPresence, type RelayToServer, type Usage } from '@farport/protocol'
import type { ConnectionId } from '@farport/vocabulary'
import { ClosedFacts, type ClosedFact } from './closed-facts.ts'

export interface ReportsOptions {
  closedFactsMax: number
  usageBatchMs: number
  /** False while the server is away: nothing was sent. */
  send: (message: RelayToServer) => boolean
  isJoined: () => boolean
  /** The number of the next ping: what is sent now is delivered once it is answered. */
  nextPing: () => number
  /** All usage that has changed since it was last taken. */
  takeUsage: () => Usage[]
}

export class Reports implements Disposable {
  readonly #options: ReportsOptions
  readonly #closedFacts: ClosedFacts
  readonly #usageTimer: NodeJS.Timeout

  constructor(options: ReportsOptions) {
    this.#options = options
    this.#closedFacts = new ClosedFacts(options.closedFactsMax)
    this.#usageTimer = setInterval(() => this.sendUsage(), options.usageBatchMs).unref()
  }

  presenceChanged(agents: AgentPresence[]): void {
    this.#options.send({ type: 'presence', part: 'change', agents })
  }

  /** To a server that was just joined. */
  sendSnapshot(agents: AgentPresence[]): void {
    const { send } = this.#options
    send({ type: 'presence', part: 'snapshot-begin', agents: [] })
    for (const batch of batches(agents)) send({ type: 'presence', part: 'snapshot', agents: batch })
    send({ type: 'presence', part: 'snapshot-end', agents: [] })
  }

  sendUsage(): void {
    if (!this.#options.isJoined()) return
    for (const connections of batches(this.#options.takeUsage())) this.#options.send({ type: 'usage', connections })
  }

  proxyClosed(fact: ClosedFact): void {
    this.#closedFacts.add(fact)
    this.sendFacts()
  }

  /** Those that have not been sent on this channel, and have not arrived by an earlier one. */
  sendFacts(): void {
    if (!this.#options.isJoined()) return
    for (const fact of this.#closedFacts.takeUnsent(this.#options.nextPing())) this.#options.send(fact)
  }

  /** Tells an end once more. False when there is none to tell. */
  tellAgain(connectionId: ConnectionId): boolean {
    const fact = this.#closedFacts.get(connectionId)
    if (fact) this.#options.send(fact)
    return fact !== undefined
  }

  delivered(ping: number): void {
    this.#closedFacts.confirm(ping)
  }

  channelBroke(): void {
    this.#closedFacts.channelBroke()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#usageTimer)
  }
}

function batches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / batchLengthMax)
  return Array.from({ length: count }, (_, index) => items.slice(index * batchLengthMax, (index + 1) * batchLengthMax))
}
