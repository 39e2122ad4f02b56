// The acceptor's side of grants: each ticket is judged once, when it comes, and then only its expiry counts.

import type { Result } from '@farport/basics'
import type { StreamClaims } from '@farport/protocol'
import type { MuxStream } from './mux-stream.ts'
import { streamCode, type StreamRefusal } from './session.ts'

export interface AcceptedGrant {
  claims: StreamClaims
  /** Streams asked for or open under it. */
  readonly streams: Set<MuxStream>
  expiry: NodeJS.Timeout | undefined
}

export type HeldGrant = AcceptedGrant | { readonly refusal: StreamRefusal }

export interface GrantTableOptions {
  readonly grantsMax: number
  readonly verify: (ticket: string) => Result<StreamClaims, string>
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
    const known = this.#grants.get(id)
    if (known !== undefined) return this.#renew(known, ticket)
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
    const grant: AcceptedGrant = { claims: verified.value, streams: new Set(), expiry: undefined }
    this.#awaitExpiry(grant)
    return grant
  }

  /** A ticket that does not hold, or is for something else, changes nothing: the grant ends when it would have. */
  #renew(grant: HeldGrant, ticket: string): undefined {
    if ('refusal' in grant) return
    const verified = this.#options.verify(ticket)
    if (!verified.ok) return
    const { connectionId, serviceId } = verified.value
    if (connectionId !== grant.claims.connectionId || serviceId !== grant.claims.serviceId) return
    grant.claims = verified.value
    this.#awaitExpiry(grant)
  }

  #awaitExpiry(grant: AcceptedGrant): void {
    clearTimeout(grant.expiry)
    const waitMs = Math.min(Math.max(0, grant.claims.expiresAt - this.#options.now()), timeoutMsMax)
    grant.expiry = setTimeout(() => this.#options.onExpired(grant), waitMs)
    grant.expiry.unref()
  }
}
