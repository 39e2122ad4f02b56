// Work connections: dialled when a relay orders one, carrying a session whose other end is the initiator.

import { workPreamble, type RelayPlace, type StreamClaims } from '@farport/protocol'
import { accept, refuse, type Result } from '@farport/basics'
import { sessionEndCode, startSession, type Session, type StreamRequest } from '@farport/session'
import { connectTcp, tlsOverSocket, type Identity, type Link } from '@farport/transport'
import type { Logger } from 'pino'
import type { LinkOrder } from '../tunnel/tunnel.ts'

export interface WorkLinksOptions {
  identity: Identity
  timeoutMs: number
  /** Sessions, and links that are being made. One more order is refused. */
  linksMax: number
  log: Logger
  /** By the server's clock. */
  now: () => number
  relays: () => readonly RelayPlace[]
  verifyGrant: (ticket: string, peerKey: string) => Result<StreamClaims, string>
  onStream: (request: StreamRequest) => void
}

export class WorkLinks implements Disposable {
  readonly #options: WorkLinksOptions
  readonly #sessions = new Set<Session>()
  #dialling = 0

  constructor(options: WorkLinksOptions) {
    this.#options = options
  }

  get sessions(): number {
    return this.#sessions.size
  }

  /** Refused with a sentence for the relay. */
  async make(order: LinkOrder, relay: RelayPlace): Promise<Result<true, string>> {
    if (this.#sessions.size + this.#dialling >= this.#options.linksMax)
      return refuse('this agent has as many sessions as it can')
    const place = this.#placeOf(order, relay)
    if (place === undefined) return refuse('the order names a place that is no relay of this agent')
    this.#dialling += 1
    try {
      const link = await this.#dial(order, place)
      if (!link.ok) return link
      this.accept(link.value)
      return accept(true)
    } finally {
      this.#dialling -= 1
    }
  }

  /** A session begins over it. Without a proven key it is nobody's. */
  accept(link: Link): void {
    if (link.peerKey === undefined) return link.destroy()
    this.#begin(link, link.peerKey)
  }

  /** Ends all sessions, and so all streams. */
  end(message: string): void {
    for (const session of this.#sessions) session.close(sessionEndCode.leaving, message)
  }

  [Symbol.dispose](): void {
    this.end('the agent stops')
  }

  /** An order may name another relay of the assignment, but never just any place. */
  #placeOf({ host, port }: LinkOrder, relay: RelayPlace): RelayPlace | undefined {
    if (host === undefined && port === undefined) return relay
    return this.#options
      .relays()
      .find((each) => each.host === (host ?? relay.host) && each.port === (port ?? relay.port))
  }

  async #dial({ token, initiatorKey }: LinkOrder, place: RelayPlace): Promise<Result<Link, string>> {
    const { identity, timeoutMs } = this.#options
    const socket = await connectTcp(place, timeoutMs)
    if (!socket.ok) return refuse(socket.refusal.message)
    socket.value.write(Buffer.concat([workPreamble, Buffer.from(token, 'base64url')]))
    const link = await tlsOverSocket(socket.value, { role: 'server', identity, peerKey: initiatorKey, timeoutMs })
    return link.ok ? accept(link.value) : refuse(link.refusal.message)
  }

  #begin(link: Link, peerKey: string): void {
    const { now, verifyGrant, onStream, log } = this.#options
    const session = startSession({
      link,
      role: 'acceptor',
      now,
      verifyGrant: (ticket) => {
        const verdict = verifyGrant(ticket, peerKey)
        if (!verdict.ok) log.warn({ reason: verdict.refusal }, 'a ticket was refused')
        return verdict
      },
      onStream,
      onEnd: (end) => {
        this.#sessions.delete(session)
        log.debug(end, 'session ended')
      },
    })
    this.#sessions.add(session)
  }
}
