// The acceptor's side of grants: each ticket is judged once, when it comes, and then only its expiry counts.

import type { Result } from '@farport/basics'
import type { ProxyClaims } from '@farport/protocol'
import type { MuxStream } from './mux-stream.ts'
import { streamCode, type StreamRefusal } from './session.ts'

export interface AcceptedGrant {
  readonly claims: ProxyClaims
  /** Streams asked for or open under it. */
  readonly streams: Set<MuxStream>
  readonly expiry: NodeJS.Timeout
}

export type HeldGrant = AcceptedGrant | { readonly refusal: StreamRefusal }

export interface GrantTableOptions {
  readonly grantsMax: number
  readonly verify: (ticket: string) => Result<ProxyClaims, string>
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly onExpired: (grant: AcceptedGrant) => void
}

/** setTimeout takes no longer wait than this; a ticket's life is far shorter. */
const timeoutMsMax = 2 ** 31 - 1

export class GrantTable {
  readonly #options: GrantTableOptions
  readonly #grants = new Map<number, HeldGrant>()
  #idLast = 0

  constructor(options: GrantTableOptions) {
    this.#options = options
  }

  /** Why the grant may not come at all, or undefined. */
  add(id: number, ticket: string): 'id' | 'limit' | undefined {
    if (id <= this.#idLast) return 'id'
    if (this.#grants.size >= this.#options.grantsMax) return 'limit'
    this.#idLast = id
    this.#grants.set(id, this.#judge(ticket))
    return undefined
  }

  get(id: number): HeldGrant | undefined {
    return this.#grants.get(id)
  }

  /** The streams that end with it, or undefined when there never was such a grant. */
  remove(id: number): readonly MuxStream[] | undefined {
    const grant = this.#grants.get(id)
    this.#grants.delete(id)
    if (grant === undefined) return id <= this.#idLast ? [] : undefined
    if ('refusal' in grant) return []
    clearTimeout(grant.expiry)
    return [...grant.streams]
  }

  clear(): void {
    for (const id of this.#grants.keys()) this.remove(id)
  }

  #judge(ticket: string): HeldGrant {
    const verified = this.#options.verify(ticket)
    if (!verified.ok) return { refusal: { code: streamCode.ticketRefused, message: verified.refusal } }
    const waitMs = Math.min(Math.max(0, verified.value.expiresAt - this.#options.now()), timeoutMsMax)
    const expiry = setTimeout(() => this.#options.onExpired(grant), waitMs)
    expiry.unref()
    const grant: AcceptedGrant = { claims: verified.value, streams: new Set(), expiry }
    return grant
  }
}
