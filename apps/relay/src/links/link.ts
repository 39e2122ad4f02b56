// One link that is served here: what its ticket says, the streams to its service, and who uses it.

import { accept, refuse, type Result } from '@farport/basics'
import type { LinkClaims } from '@farport/protocol'
import { streamCode, type Grant, type Session, type SessionStream } from '@farport/session'
import type { AddressGate } from '../proxies/address-rule.ts'
import type { LinkVisits } from './link-visits.ts'
import { plainPipe, tlsPipe } from './web/service-pipe.ts'
import { ServicePool, type OpenRefusal } from './web/service-pool.ts'

export interface LinkTerms {
  readonly claims: LinkClaims
  readonly gate: AddressGate
  /** Streams open under it. */
  readonly streamTicket: string
}

export interface LinkOptions {
  visits: LinkVisits
  limits: { linkStreamsMax: number; linkIdleStreamMs: number; linkTlsMs: number }
  openSession: (claims: LinkClaims) => Promise<Result<Session, string>>
  now: () => number
}

/** Between two questions for a new ticket. */
const renewalAskMs = 60_000

export class Link {
  readonly visits: LinkVisits
  /** Of a web link. */
  readonly services: ServicePool
  readonly #options: LinkOptions
  readonly #grants = new Map<Session, Grant>()
  /** What goes on through it: each is cut by its function. */
  readonly #live = new Set<() => void>()
  #terms: LinkTerms
  #isClosed = false
  #halfTimeMs: number | undefined
  #askedAtMs = 0

  constructor(terms: LinkTerms, options: LinkOptions) {
    this.#terms = terms
    this.#options = options
    this.visits = options.visits
    const { linkStreamsMax, linkIdleStreamMs } = options.limits
    this.services = new ServicePool({
      open: () => this.#openService(),
      connectionsMax: linkStreamsMax,
      idleMs: linkIdleStreamMs,
      now: options.now,
    })
  }

  get claims(): LinkClaims {
    return this.#terms.claims
  }

  /** Half of its ticket's time is over; true once in a while, until a new one has come. */
  isRenewalDue(nowMs: number): boolean {
    const { now } = this.#options
    this.#halfTimeMs ??= nowMs + (this.claims.expiresAt - nowMs) / 2
    if (nowMs < this.#halfTimeMs || now() < this.#askedAtMs + renewalAskMs) return false
    this.#askedAtMs = now()
    return true
  }

  admits(address: string): boolean {
    return this.#terms.gate.admits(address)
  }

  /** The same link under a new ticket: what goes on, goes on. */
  renew(terms: LinkTerms): void {
    this.#terms = terms
    this.#halfTimeMs = undefined
    for (const grant of this.#grants.values()) grant.renew(terms.streamTicket)
  }

  /** `cut` is called when the link ends. The answer takes it back. */
  watch(cut: () => void): () => void {
    this.#live.add(cut)
    return () => this.#live.delete(cut)
  }

  async openStream(source: string): Promise<Result<SessionStream, OpenRefusal>> {
    // A warm session may turn out to be broken: then a new one is made, once.
    for (const attempt of ['warm', 'anew'] as const) {
      const session = await this.#options.openSession(this.claims)
      if (!session.ok || this.#isClosed) return refuse('offline')
      const stream = await this.#grantOf(session.value).open(source)
      if (stream.ok) {
        if (!this.#isClosed) return accept(stream.value)
        stream.value.reset({ code: streamCode.revoked, message: 'the link was ended' })
        return refuse('offline')
      }
      if (stream.refusal.code === streamCode.tooManyStreams) return refuse('busy')
      if (stream.refusal.code !== streamCode.sessionEnded || attempt === 'anew') return refuse('unreachable')
    }
    return refuse('unreachable')
  }

  /** Cuts all that goes through it. */
  close(): void {
    this.#isClosed = true
    for (const cut of this.#live) cut()
    this.services.closeAll()
    for (const grant of this.#grants.values()) grant.revoke()
    this.#grants.clear()
    this.visits.endAll('disconnected')
  }

  async #openService() {
    const { kind } = this.claims
    const stream = await this.openStream('')
    if (!stream.ok || kind.type !== 'web') return stream.ok ? refuse('unreachable' as const) : stream
    if (kind.scheme === 'http') return accept(plainPipe(stream.value))
    const secured = await tlsPipe(stream.value, { host: kind.host, timeoutMs: this.#options.limits.linkTlsMs })
    return secured.ok ? secured : refuse('unreachable' as const)
  }

  #grantOf(session: Session): Grant {
    const known = this.#grants.get(session)
    if (known) return known
    for (const former of this.#grants.keys()) if (former.end !== undefined) this.#grants.delete(former)
    const grant = session.grant(this.#terms.streamTicket)
    this.#grants.set(session, grant)
    return grant
  }
}
