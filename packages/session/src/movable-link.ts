// The initiator's end of a resumable link: it begins a session over one link, and moves it to others.

import { randomBytes } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { encodeLinkHead, LinkHeadReader, moveMax, sessionIdBytes, type LinkHead } from '@farport/protocol'
import type { Link } from '@farport/transport'
import { CarriedLink, type CarriedLinkOptions } from './carried-link.ts'
import { defaultResumableLimits, type MovableLink, type ResumableLimits } from './resumable-link.ts'
import { restartable } from './restartable-link.ts'

export interface BeginOptions extends Partial<ResumableLimits> {
  /** The other end must have answered by then that the session goes on over another link. */
  readonly moveTimeoutMs?: number
}

/** Two round trips of the farthest links, and little enough to try another. */
const moveTimeoutMsDefault = 2000

/** Begins a session's bytes over this link, which is open, not yet started, and belongs to the session from now on. */
export function beginOver(link: Link, options: BeginOptions = {}): MovableLink {
  const sessionId = randomBytes(sessionIdBytes)
  link.write(encodeLinkHead({ type: 'begin', sessionId, offset: 0, move: 0 }))
  return new InitiatorLink(
    { ...defaultResumableLimits, ...options, sessionId, first: link },
    options.moveTimeoutMs ?? moveTimeoutMsDefault,
  )
}

/** Where the other end stands, and what of the session came right behind its answer. */
interface Resumed {
  readonly theirReceived: number
  readonly rest: Uint8Array
}

class InitiatorLink extends CarriedLink implements MovableLink {
  readonly #moveTimeoutMs: number
  #moves = 0
  #abandonMove: ((message: string) => void) | undefined

  constructor(options: CarriedLinkOptions, moveTimeoutMs: number) {
    super(options)
    this.#moveTimeoutMs = moveTimeoutMs
  }

  async moveTo(given: Link): Promise<Result<true, string>> {
    const link = restartable(given)
    this.#abandonMove?.('another link was chosen meanwhile')
    const refusal = this.#refusal(link)
    if (refusal !== undefined) {
      link.destroy()
      return refuse(refusal)
    }
    this.#moves += 1
    const toldBytes = this.received
    this.toldBytes = toldBytes
    const head = { type: 'resume', sessionId: this.sessionId, offset: toldBytes, move: this.#moves } as const
    return new Promise((resolve) => {
      this.#ask(link, head, (answer) => {
        this.toldBytes = undefined
        this.#abandonMove = undefined
        resolve(answer.ok ? this.#move(link, toldBytes, answer.value) : this.#stay(link, answer.refusal))
      })
    })
  }

  protected override close(reason: Error | undefined): void {
    super.close(reason)
    this.#abandonMove?.('the session has ended')
  }

  #refusal(link: Link): string | undefined {
    if (this.isClosed) return 'the session has ended'
    if (link.peerKey !== this.peerKey) return 'the link leads to another end than the session'
    return this.#moves === moveMax ? 'the session has moved as often as it can' : undefined
  }

  /** Answers once, and at once, so that no byte behind the answer is missed. */
  #ask(link: Link, head: LinkHead, onAnswer: (answer: Result<Resumed, string>) => void): void {
    const reader = new LinkHeadReader()
    let isSettled = false
    const settle = (answer: Result<Resumed, string>): void => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      onAnswer(answer)
    }
    const timer = setTimeout(
      () => settle(refuse(`no answer came over the other link in ${this.#moveTimeoutMs} ms`)),
      this.#moveTimeoutMs,
    )
    this.#abandonMove = (message) => settle(refuse(message))
    const closed = (reason?: Error): void => settle(refuse(reason?.message ?? 'the other link closed'))
    link.start({
      onBytes: (bytes) => {
        for (let offset = 0; offset < bytes.length && !isSettled;) {
          const { taken, head: answer } = reader.take(bytes, offset)
          offset += taken
          // Answers to probes may be late.
          if (answer === undefined || (answer.ok && answer.value.type === 'answer')) continue
          settle(answer.ok ? this.#judge(answer.value, bytes.subarray(offset)) : refuse(unreadable))
        }
      },
      onDrain: () => undefined,
      onEnd: closed,
      onClose: closed,
    })
    link.write(encodeLinkHead(head))
  }

  #judge(answer: LinkHead, rest: Uint8Array): Result<Resumed, string> {
    if (answer.type === 'unknown') return refuse(forgotten)
    if (answer.type !== 'resumed' || Buffer.compare(answer.sessionId, this.sessionId) !== 0) return refuse(unreadable)
    const isKept = answer.offset >= this.replay.start && answer.offset <= this.replay.end
    return isKept ? accept({ theirReceived: answer.offset, rest }) : refuse('the other end asks for what is not kept')
  }

  #move(link: Link, toldBytes: number, { theirReceived, rest }: Resumed): Result<true, string> {
    const former = this.current
    this.replay.forget(theirReceived)
    const carrier = this.createCarrier(link, toldBytes, theirReceived)
    this.carry(carrier)
    former?.link.destroy()
    if (rest.length > 0) this.receive(carrier, rest)
    return accept(true)
  }

  #stay(link: Link, message: string): Result<never, string> {
    link.destroy()
    if (message === forgotten && this.current === undefined) this.destroy(new Error(forgotten))
    return refuse(message)
  }
}

const forgotten = 'the other end has forgotten the session'
const unreadable = 'what came over the other link is no answer'
