// Who uses one link: a visit per address, from its first use until it has been idle for the time of public connections,
// or its whole life is over. The server shows visits as sessions.

import { randomUUID } from 'node:crypto'
import type { ProxyEnd, Usage } from '@farport/protocol'
import { parseConnectionId, proxyConnection, type AccountId, type ConnectionId } from '@farport/vocabulary'
import { changeLife, endReached, streamsOf, type ProxyLife } from '../proxies/proxy-life.ts'

/** At the limit the one that has been idle longest ends; when none is idle, the newcomer shares the last one's. */
const visitsMax = 100

export interface LinkVisitsOptions {
  accountId: AccountId
  now: () => number
  onBegun: (visit: Visit) => void
  onEnded: (usage: Usage, end: ProxyEnd) => void
}

export class Visit {
  readonly id: ConnectionId
  readonly address: string
  readonly expiresAt: number
  readonly beganAtMs: number
  readonly #accountId: AccountId
  #life: ProxyLife
  #txBytes = 0
  #rxBytes = 0
  /** What the server was told last, and when. */
  reported: { text: string; atMs: number } | undefined

  constructor(accountId: AccountId, address: string, nowMs: number) {
    const id = parseConnectionId(randomUUID())
    if (id === undefined) throw new Error('a random UUID is an id')
    this.id = id
    this.address = address
    this.beganAtMs = nowMs
    this.expiresAt = nowMs + proxyConnection.lifeMs
    this.#accountId = accountId
    this.#life = { state: 'idle', sinceMs: nowMs }
  }

  get isIdle(): boolean {
    return this.#life.state === 'idle'
  }

  /** While it goes on. */
  get streams(): number {
    return streamsOf(this.#life)
  }

  opened(): void {
    this.#life = changeLife(this.#life, { fact: 'stream-opened' })
  }

  closed(nowMs: number): void {
    this.#life = changeLife(this.#life, { fact: 'stream-closed', atMs: nowMs })
  }

  readonly count = (txBytes: number, rxBytes: number): void => {
    this.#txBytes += txBytes
    this.#rxBytes += rxBytes
  }

  usage(): Usage {
    return {
      connectionId: this.id,
      accountId: this.#accountId,
      txBytes: this.#txBytes,
      rxBytes: this.#rxBytes,
      streams: this.streams,
      source: this.address,
    }
  }

  endReached(nowMs: number): ProxyEnd | undefined {
    const { idleTimeoutMs } = proxyConnection
    return endReached(this.#life, { idleTimeoutMs, expiresAt: this.expiresAt }, nowMs)
  }
}

/** Told again after so long though nothing has changed: the server ends what nobody tells of. */
const tellAgainMs = 60_000

export class LinkVisits {
  readonly #options: LinkVisitsOptions
  readonly #byAddress = new Map<string, Visit>()

  constructor(options: LinkVisitsOptions) {
    this.#options = options
  }

  get streams(): number {
    let streams = 0
    for (const visit of this.#byAddress.values()) streams += visit.streams
    return streams
  }

  all(): Iterable<Visit> {
    return this.#byAddress.values()
  }

  /** The visit that this address has, or begins. */
  of(address: string): Visit {
    const present = this.#byAddress.get(address)
    if (present !== undefined) return present
    if (this.#byAddress.size >= visitsMax && !this.#endOneIdle()) {
      const last = [...this.#byAddress.values()].at(-1)
      if (last !== undefined) return last
    }
    const visit = new Visit(this.#options.accountId, address, this.#options.now())
    this.#byAddress.set(address, visit)
    this.#options.onBegun(visit)
    return visit
  }

  end(visit: Visit, end: ProxyEnd): void {
    if (this.#byAddress.get(visit.address) !== visit) return
    this.#byAddress.delete(visit.address)
    this.#options.onEnded({ ...visit.usage(), streams: 0 }, end)
  }

  /** Those whose time is over. */
  endOverdue(): void {
    const nowMs = this.#options.now()
    for (const visit of this.#byAddress.values()) {
      const end = visit.endReached(nowMs)
      if (end !== undefined) this.end(visit, end)
    }
  }

  endAll(end: ProxyEnd): void {
    for (const visit of this.#byAddress.values()) this.end(visit, end)
  }

  /** `roundTripMs`: to the device. It is told with what has changed, and changes nothing itself. */
  takeUsage(roundTripMs: number | undefined): Usage[] {
    const nowMs = this.#options.now()
    const changed: Usage[] = []
    for (const visit of this.#byAddress.values()) {
      const usage = visit.usage()
      const text = JSON.stringify(usage)
      const { reported } = visit
      if (reported?.text === text && nowMs - reported.atMs < tellAgainMs) continue
      visit.reported = { text, atMs: nowMs }
      changed.push({ ...usage, roundTripMs })
    }
    return changed
  }

  #endOneIdle(): boolean {
    for (const visit of this.#byAddress.values()) {
      if (!visit.isIdle) continue
      this.end(visit, 'idle')
      return true
    }
    return false
  }
}
