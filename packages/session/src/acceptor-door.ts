// Where links come in at the acceptor: it answers probes, begins sessions, and gives links to the sessions that move.

import { encodeLinkHead, LinkHeadReader, noSession, type LinkHead } from '@farport/protocol'
import type { Link } from '@farport/transport'
import { FollowedLink } from './followed-link.ts'
import { defaultResumableLimits, type ResumableLimits, type ResumableLink } from './resumable-link.ts'
import { restartable } from './restartable-link.ts'

export interface AcceptorDoorLimits extends ResumableLimits {
  /** Links that carry nothing yet. One more is closed. */
  readonly waitingLinksMax: number
  /** Sessions. What would begin one more is closed. */
  readonly sessionsMax: number
  /** Sessions that wait for a link. With one more, the one that has waited longest ends. */
  readonly absentSessionsMax: number
  /** A link that carries nothing, and over which not even a probe has come for so long, is closed. */
  readonly waitingMsMax: number
  /** A session has moved when its initiator has said something over the new link by then. */
  readonly moveMsMax: number
}

export const defaultAcceptorDoorLimits: AcceptorDoorLimits = {
  ...defaultResumableLimits,
  waitingLinksMax: 256,
  sessionsMax: 256,
  absentSessionsMax: 64,
  waitingMsMax: 60_000,
  moveMsMax: 3000,
}

export interface AcceptorDoorOptions {
  /** A session begins over this link: start one there at once, or destroy it. Its peerKey is proven. */
  readonly onBegin: (link: ResumableLink) => void
  readonly limits?: Partial<AcceptorDoorLimits>
}

/** Disposing of it closes the links that carry nothing. Sessions go on until their links are lost. */
export interface AcceptorDoor extends Disposable {
  /** Sessions that live, with a link or without. */
  readonly sessions: number
  /** The link is open, not yet started, and has proven whose it is: any other is closed. It belongs to the door. */
  answer(link: Link): void
}

export function createAcceptorDoor(options: AcceptorDoorOptions): AcceptorDoor {
  return new Door(options)
}

/** Answers that a link has not taken yet: whoever lets more pile up does not read them. */
const unreadBytesMax = 4096

class Door implements AcceptorDoor {
  readonly #onBegin: AcceptorDoorOptions['onBegin']
  readonly #limits: AcceptorDoorLimits
  readonly #waiting = new Map<Link, NodeJS.Timeout>()
  /** By the initiator's key and the session's id: nobody reaches another's. */
  readonly #sessions = new Map<string, FollowedLink>()
  /** The one that has waited longest comes first. */
  readonly #absent = new Set<FollowedLink>()
  #isOver = false

  constructor({ onBegin, limits }: AcceptorDoorOptions) {
    this.#onBegin = onBegin
    this.#limits = { ...defaultAcceptorDoorLimits, ...limits }
  }

  get sessions(): number {
    return this.#sessions.size
  }

  answer(given: Link): void {
    const link = restartable(given)
    const isWelcome = link.peerKey !== undefined && !this.#isOver && this.#waiting.size < this.#limits.waitingLinksMax
    if (!isWelcome) return link.destroy()
    const reader = new LinkHeadReader()
    this.#wait(link)
    link.start({
      onBytes: (bytes) => {
        for (let offset = 0; offset < bytes.length && this.#waiting.has(link);) {
          const { taken, head } = reader.take(bytes, offset)
          offset += taken
          if (head !== undefined) this.#onHead(link, head.ok ? head.value : undefined, bytes.subarray(offset))
        }
      },
      onDrain: () => undefined,
      onEnd: () => this.#turnAway(link),
      onClose: () => this.#waitNoMore(link),
    })
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    for (const link of this.#waiting.keys()) this.#turnAway(link)
  }

  /** `rest` are the session's first bytes, when the head is such. */
  #onHead(link: Link, head: LinkHead | undefined, rest: Uint8Array): void {
    switch (head?.type) {
      case 'probe':
        return this.#answerProbe(link, head)
      case 'begin':
        return this.#begin(link, head, rest)
      case 'resume':
        return this.#resume(link, head, rest)
      default:
        return this.#turnAway(link)
    }
  }

  #answerProbe(link: Link, { offset }: LinkHead): void {
    if (link.queuedBytes > unreadBytesMax) return this.#turnAway(link)
    link.write(encodeLinkHead({ type: 'answer', sessionId: noSession, offset, move: 0 }))
    this.#wait(link)
  }

  #begin(link: Link, { sessionId }: LinkHead, rest: Uint8Array): void {
    const name = nameOf(link, sessionId)
    if (this.#sessions.size >= this.#limits.sessionsMax || this.#sessions.has(name)) return this.#turnAway(link)
    this.#waitNoMore(link)
    const session = new FollowedLink({
      ...this.#limits,
      sessionId,
      first: link,
      onAbsence: (isAbsent) => (isAbsent ? this.#addAbsent(session) : this.#absent.delete(session)),
      onClosed: () => {
        this.#sessions.delete(name)
        this.#absent.delete(session)
      },
    })
    this.#sessions.set(name, session)
    this.#onBegin(session)
    session.begin(rest)
  }

  #resume(link: Link, { sessionId, move, offset }: LinkHead, rest: Uint8Array): void {
    const session = this.#sessions.get(nameOf(link, sessionId))
    if (session === undefined) return this.#sayUnknown(link, sessionId)
    this.#waitNoMore(link)
    if (!session.follow(link, move, offset, rest)) link.destroy()
  }

  #sayUnknown(link: Link, sessionId: Uint8Array): void {
    link.write(encodeLinkHead({ type: 'unknown', sessionId, offset: 0, move: 0 }))
    link.end()
    // The other end closes it when it has read that; else it is turned away in time.
  }

  #addAbsent(session: FollowedLink): void {
    this.#absent.add(session)
    const [longest] = this.#absent
    if (this.#absent.size > this.#limits.absentSessionsMax)
      longest?.destroy(new Error('too many sessions wait for a link'))
  }

  #wait(link: Link): void {
    clearTimeout(this.#waiting.get(link))
    this.#waiting.set(link, setTimeout(() => this.#turnAway(link), this.#limits.waitingMsMax).unref())
  }

  #waitNoMore(link: Link): void {
    clearTimeout(this.#waiting.get(link))
    this.#waiting.delete(link)
  }

  #turnAway(link: Link): void {
    this.#waitNoMore(link)
    link.destroy()
  }
}

const nameOf = (link: Link, sessionId: Uint8Array): string =>
  `${link.peerKey ?? ''}/${Buffer.from(sessionId).toString('hex')}`
