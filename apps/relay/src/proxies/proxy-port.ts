// One open port: who may come in, what it has carried, and its end. What stands at the port makes streams of clients.

import { accept, refuse, type Result } from '@farport/basics'
import type { ProxyClaims, ProxyEnd, Usage } from '@farport/protocol'
import { streamCode, type Grant, type Session, type SessionStream, type StreamRefusal } from '@farport/session'
import type { AddressGate } from './address-rule.ts'
import type { Carried, Front, FrontHost, TurnedAway } from './front.ts'
import { changeLife, endReached, endsAt, streamsOf, type ProxyLife } from './proxy-life.ts'

export interface ProxyPortOptions {
  claims: ProxyClaims
  ticket: string
  gate: AddressGate
  port: number
  /** Made at once. */
  createFront: (host: FrontHost) => Front
  streamsMax: number
  openSession: () => Promise<Result<Session, string>>
  now: () => number
  onRefused: (reason: TurnedAway) => void
  /** Once. */
  onClosed: (end: ProxyEnd, usage: Usage) => void
}

/** No timer of Node is longer; the end is looked for again after it. */
const timerMsMax = 3_600_000

const cutBy: Record<ProxyEnd, StreamRefusal> = {
  disconnected: { code: streamCode.revoked, message: 'the connection was ended' },
  idle: { code: streamCode.revoked, message: 'the connection was idle' },
  expired: { code: streamCode.revoked, message: 'the connection has expired' },
  refused: { code: streamCode.ticketRefused, message: 'the device does not serve this' },
  failed: { code: streamCode.broken, message: 'the relay could not go on' },
}

export class ProxyPort implements FrontHost {
  readonly claims: ProxyClaims
  readonly port: number
  /** What the server was told last, to tell it only changes. */
  reported: string | undefined
  readonly #options: ProxyPortOptions
  readonly #front: Front
  readonly #grants = new Map<Session, Grant>()
  #life: ProxyLife
  #timer: NodeJS.Timeout | undefined
  #timerDueAtMs = 0
  #isClosed = false
  #sentPast = 0
  #receivedPast = 0
  #source: string | undefined

  constructor(options: ProxyPortOptions) {
    this.#options = options
    this.claims = options.claims
    this.port = options.port
    this.#life = { state: 'idle', sinceMs: options.now() }
    this.#front = options.createFront(this)
    this.#arm()
  }

  get streams(): number {
    return streamsOf(this.#life)
  }

  usage(): Usage {
    const { sent, received } = this.#front.carried
    const { connectionId, accountId } = this.claims
    return {
      connectionId,
      accountId,
      txBytes: this.#sentPast + sent,
      rxBytes: this.#receivedPast + received,
      streams: this.#isClosed ? 0 : this.streams,
      ...(this.#source !== undefined && { source: this.#source }),
    }
  }

  /** Ends the listening and cuts every stream, at once. */
  close(end: ProxyEnd): void {
    if (this.#isClosed) return
    this.#cut(cutBy[end])
    this.#options.onClosed(end, this.usage())
  }

  /** As close, but it is no end: the relay goes, and the proxy is opened again elsewhere or later. */
  abandon(): void {
    if (!this.#isClosed) this.#cut(cutBy.failed)
  }

  admit(address: string, clients: number): Result<true, TurnedAway> {
    if (address === '' || !this.#options.gate.admits(address)) return refuse('address')
    return clients < this.#options.streamsMax ? accept(true) : refuse('limit')
  }

  streamOpened(address: string): void {
    this.#source = address
    this.#life = changeLife(this.#life, { fact: 'stream-opened' })
  }

  streamClosed({ sent, received }: Carried): void {
    this.#sentPast += sent
    this.#receivedPast += received
    this.#life = changeLife(this.#life, { fact: 'stream-closed', atMs: this.#options.now() })
    this.#arm()
  }

  /** A warm session may turn out to be broken: then a new one is made, once. */
  async openStream(source: string): Promise<Result<SessionStream, TurnedAway> | undefined> {
    for (const attempt of ['warm', 'anew'] as const) {
      const session = await this.#options.openSession()
      if (!session.ok) return refuse('device')
      if (this.#isClosed) return undefined
      const stream = await this.#grantOf(session.value).open(source)
      if (stream.ok) return stream
      if (stream.refusal.code === streamCode.ticketRefused) {
        this.close('refused')
        return undefined
      }
      if (stream.refusal.code !== streamCode.sessionEnded || attempt === 'anew') break
    }
    return refuse('target')
  }

  onRefused(reason: TurnedAway): void {
    this.#options.onRefused(reason)
  }

  #cut(refusal: StreamRefusal): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#front.cut(refusal)
    for (const grant of this.#grants.values()) grant.revoke()
  }

  #grantOf(session: Session): Grant {
    const known = this.#grants.get(session)
    if (known) return known
    for (const former of this.#grants.keys()) if (former.end !== undefined) this.#grants.delete(former)
    const grant = session.grant(this.#options.ticket)
    this.#grants.set(session, grant)
    return grant
  }

  /** A timer that is due no later than the end looks again by itself, so that streams that come and go cost none. */
  #arm(): void {
    if (this.#isClosed) return
    const dueAtMs = Math.min(endsAt(this.#life, this.claims), this.#options.now() + timerMsMax)
    if (this.#timer !== undefined && this.#timerDueAtMs <= dueAtMs) return
    clearTimeout(this.#timer)
    this.#timerDueAtMs = dueAtMs
    this.#timer = setTimeout(() => this.#look(), Math.max(0, dueAtMs - this.#options.now())).unref()
  }

  #look(): void {
    this.#timer = undefined
    const end = endReached(this.#life, this.claims, this.#options.now())
    if (end) this.close(end)
    else this.#arm()
  }
}
