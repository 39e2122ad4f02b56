// Links to initiators: dialled when a relay orders one, or found directly. A session begins over one, goes on over others,
// and outlives them for a while.

import { accept, refuse, type Result } from '@farport/basics'
import type { RelayPlace, StreamClaims } from '@farport/protocol'
import {
  createAcceptorDoor,
  sessionEndCode,
  type AcceptorDoor,
  type ResumableLink,
  type StreamRequest,
} from '@farport/session'
import type { Identity, Link } from '@farport/transport'
import type { ConnectionId } from '@farport/vocabulary'
import type { Logger } from 'pino'
import type { LinkOrder } from '../tunnel/tunnel.ts'
import { dialWorkConnection } from './dial-work-connection.ts'
import type { DirectWays } from './direct-ways.ts'
import { InitiatorSession } from './initiator-session.ts'

export interface WorkLinksOptions {
  identity: Identity
  limits: {
    connectTimeoutMs: number
    /** Links that are being made. One more order is refused. */
    linksMax: number
    /** One more order is refused, unless its initiator has a session already, which it may be for. */
    sessionsMax: number
    /** One more, and the initiator's oldest that nothing carries ends, or its oldest. */
    sessionsPerInitiatorMax: number
    /** What nothing carries for so long is over. */
    sessionAbsenceMs: number
    absentSessionsMax: number
    /** A person's agent without any ticket that holds is sent away after so long. */
    ticketlessMs: number
  }
  log: Logger
  /** By the server's clock. */
  now: () => number
  relays: () => readonly RelayPlace[]
  verifyGrant: (ticket: string, peerKey: string) => Result<StreamClaims, string>
  onStream: (request: StreamRequest) => void
  directWays: DirectWays
}

export class WorkLinks implements Disposable {
  readonly #options: WorkLinksOptions
  readonly #door: AcceptorDoor
  /** By the initiator's key, the oldest first. */
  readonly #sessions = new Map<string, Set<InitiatorSession>>()
  #dialling = 0

  constructor(options: WorkLinksOptions) {
    this.#options = options
    const { sessionsMax, absentSessionsMax, sessionAbsenceMs: absenceMsMax } = options.limits
    this.#door = createAcceptorDoor({
      onBegin: (link) => this.#begin(link),
      limits: { sessionsMax, absentSessionsMax, absenceMsMax },
    })
  }

  get sessions(): number {
    return this.#door.sessions
  }

  /** Refused with a sentence for the relay. */
  async make(order: LinkOrder, relay: RelayPlace): Promise<Result<true, string>> {
    const { limits } = this.#options
    if (this.#dialling >= limits.linksMax) return refuse('this agent opens as many work connections as it can')
    if (this.#door.sessions >= limits.sessionsMax && !this.#sessions.has(order.initiatorKey))
      return refuse('this agent has as many sessions as it can')
    const place = this.#placeOf(order, relay)
    if (place === undefined) return refuse('the order names a place that is no relay of this agent')
    this.#dialling += 1
    try {
      const { identity } = this.#options
      const link = await dialWorkConnection(order, place, { identity, timeoutMs: limits.connectTimeoutMs })
      if (!link.ok) return link
      this.answer(link.value)
      return accept(true)
    } finally {
      this.#dialling -= 1
    }
  }

  /** A link has been made, by whatever way, that has proven whose it is. */
  answer(link: Link): void {
    this.#door.answer(link)
  }

  /** The server has ended the connection. */
  cut(connectionId: ConnectionId): void {
    for (const session of this.#all()) session.cut(connectionId)
  }

  /** The network has changed. */
  lookAgain(): void {
    for (const session of this.#all()) session.lookAgain()
  }

  /** Ends all sessions, and so all streams. */
  end(message: string): void {
    for (const session of this.#all()) session.close(sessionEndCode.leaving, message)
  }

  [Symbol.dispose](): void {
    this.#door[Symbol.dispose]()
    this.end('the agent stops')
  }

  #all(): readonly InitiatorSession[] {
    return [...this.#sessions.values()].flatMap((own) => [...own])
  }

  /** An order may name another relay of the assignment, but never just any place. */
  #placeOf({ host, port }: LinkOrder, relay: RelayPlace): RelayPlace | undefined {
    if (host === undefined && port === undefined) return relay
    return this.#options
      .relays()
      .find((each) => each.host === (host ?? relay.host) && each.port === (port ?? relay.port))
  }

  /** The door lets nobody in who has not proven a key. */
  #begin(link: ResumableLink): void {
    const { peerKey } = link
    if (peerKey === undefined) return link.destroy()
    const own = this.#sessions.get(peerKey) ?? new Set()
    this.#makeRoom(own)
    const { now, verifyGrant, onStream, directWays, limits, log } = this.#options
    const session = new InitiatorSession({
      link,
      ticketlessMs: limits.ticketlessMs,
      now,
      verifyGrant: (ticket) => {
        const verdict = verifyGrant(ticket, peerKey)
        if (!verdict.ok) log.warn({ reason: verdict.refusal }, 'a ticket was refused')
        return verdict
      },
      onStream,
      look: (options) => directWays.look(peerKey, options),
      onLink: (direct) => this.answer(direct),
      onEnd: (over, end) => {
        own.delete(over)
        if (own.size === 0) this.#sessions.delete(peerKey)
        log.debug(end, 'session ended')
      },
    })
    own.add(session)
    this.#sessions.set(peerKey, own)
  }

  /** One that was started anew leaves behind what nothing will ever carry again. */
  #makeRoom(own: ReadonlySet<InitiatorSession>): void {
    if (own.size < this.#options.limits.sessionsPerInitiatorMax) return
    const [oldest] = [...own].toSorted((left, right) => Number(right.isAbsent) - Number(left.isAbsent))
    oldest?.close(sessionEndCode.limit, 'this initiator has begun as many other sessions as it may have')
  }
}
