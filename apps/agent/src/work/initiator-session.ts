// One initiator's session with this agent: its tickets are judged, its streams connected, and direct ways looked for when
// it asks for them.

import type { Result } from '@farport/basics'
import type { DirectOptions, DirectPaths } from '@farport/direct'
import type { PeerClaims, StreamClaims } from '@farport/protocol'
import {
  sessionEndCode,
  startSession,
  type ResumableLink,
  type Session,
  type SessionEnd,
  type SessionEndCode,
  type StreamRequest,
} from '@farport/session'
import type { Link } from '@farport/transport'
import type { ConnectionId } from '@farport/vocabulary'

export interface InitiatorSessionOptions {
  readonly link: ResumableLink
  /** A person's agent without any ticket that holds is sent away after so long. */
  readonly ticketlessMs: number
  /** By the server's clock. */
  readonly now: () => number
  readonly verifyGrant: (ticket: string) => Result<StreamClaims, string>
  readonly onStream: (request: StreamRequest) => void
  /** Looks for direct ways; undefined when there may not be (more of) them. */
  readonly look: (options: Pick<DirectOptions, 'send' | 'onLink'>) => DirectPaths | undefined
  /** A direct way is there. */
  readonly onLink: (link: Link) => void
  readonly onEnd: (session: InitiatorSession, end: SessionEnd) => void
}

/** What may come before the first ticket is judged. More is dropped: it is told again with the next round. */
const earlySignalsMax = 4
/** No timer of Node waits for as long as a ticket may last. */
const lookMsMax = 3_600_000
const ticketless = 'no ticket of this session holds any more'

export class InitiatorSession {
  readonly #options: InitiatorSessionOptions
  readonly #session: Session
  #earlySignals: readonly string[] = []
  /** Of a person's connections that may be used: until when their tickets hold. At most as many as grants. */
  readonly #holdUntil = new Map<ConnectionId, number>()
  #ticketless: NodeJS.Timeout | undefined
  /** A person's ticket has come that does not forbid direct ways. */
  #mayLook = false
  #direct: DirectPaths | undefined

  constructor(options: InitiatorSessionOptions) {
    this.#options = options
    this.#session = startSession({
      link: options.link,
      role: 'acceptor',
      now: options.now,
      verifyGrant: (ticket) => this.#verify(ticket),
      onStream: options.onStream,
      onSignal: (text) => this.#onSignal(text),
      onEnd: (end) => this.#onEnd(end),
    })
  }

  /** Nothing carries it now. */
  get isAbsent(): boolean {
    return this.#session.carrierState === 'lost'
  }

  close(code: SessionEndCode, message: string): void {
    this.#session.close(code, message)
  }

  /** The server has ended the connection. */
  cut(connectionId: ConnectionId): void {
    if (this.#holdUntil.delete(connectionId)) this.#awaitTicketless()
  }

  /** The network has changed: what was found may be gone. */
  lookAgain(): void {
    this.#direct?.lookAgain()
  }

  #verify(ticket: string): Result<StreamClaims, string> {
    const verdict = this.#options.verifyGrant(ticket)
    if (verdict.ok && verdict.value.purpose === 'peer') this.#taken(verdict.value)
    return verdict
  }

  #taken({ connectionId, expiresAt, route }: PeerClaims): void {
    this.#holdUntil.set(connectionId, expiresAt)
    this.#awaitTicketless()
    if (route !== 'proxy') this.#allowLooking()
  }

  /** Without a ticket no stream opens: links and direct ways would be kept for nobody. */
  #awaitTicketless(): void {
    const nowMs = this.#options.now()
    for (const [connectionId, untilMs] of this.#holdUntil) if (untilMs <= nowMs) this.#holdUntil.delete(connectionId)
    const heldMs = Math.max(0, ...[...this.#holdUntil.values()].map((untilMs) => untilMs - nowMs))
    clearTimeout(this.#ticketless)
    this.#ticketless = setTimeout(
      () => (heldMs > lookMsMax ? this.#awaitTicketless() : this.close(sessionEndCode.done, ticketless)),
      Math.min(heldMs, lookMsMax) + this.#options.ticketlessMs,
    )
    this.#ticketless.unref()
  }

  #allowLooking(): void {
    if (this.#mayLook) return
    this.#mayLook = true
    const early = this.#earlySignals
    this.#earlySignals = []
    for (const text of early) this.#onSignal(text)
  }

  /** Addresses to connect to come from who has shown a ticket, or not at all: nobody else makes this device dial. */
  #onSignal(text: string): void {
    if (!this.#mayLook) {
      if (this.#earlySignals.length < earlySignalsMax) this.#earlySignals = [...this.#earlySignals, text]
      return
    }
    this.#direct ??= this.#options.look({
      send: (signal) => void this.#session.signal(signal),
      onLink: (link) => this.#options.onLink(link),
    })
    this.#direct?.onSignal(text)
  }

  #onEnd(end: SessionEnd): void {
    clearTimeout(this.#ticketless)
    void this.#direct?.[Symbol.asyncDispose]()
    this.#options.onEnd(this, end)
  }
}
