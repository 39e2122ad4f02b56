// The end of a session that is asked for streams.

import { refuse } from '@farport/basics'
import { encodeFrame, type ControlFrame } from '@farport/protocol'
import { GrantTable, type AcceptedGrant } from './grants.ts'
import type { MuxStream } from './mux-stream.ts'
import { wrongState, type Role, type Stage, type Violation } from './role.ts'
import { sessionEndCode, streamCode, type SessionOptions, type StreamRefusal, type StreamRequest } from './session.ts'

type OpenFrame = Extract<ControlFrame, { type: 'open' }>

export class Acceptor implements Role {
  readonly #session: Stage
  readonly #onStream: SessionOptions['onStream']
  readonly #now: () => number
  readonly #grants: GrantTable
  #streamIdLast = -1

  constructor(session: Stage, options: SessionOptions) {
    this.#session = session
    this.#onStream = options.onStream
    this.#now = options.now ?? Date.now
    this.#grants = new GrantTable({
      grantsMax: session.limits.grantsMax,
      verify: options.verifyGrant ?? (() => refuse('this end takes no grants')),
      now: this.#now,
      onExpired: (grant) => {
        for (const stream of grant.streams) stream.reset(expired)
      },
    })
  }

  hasSeen(streamId: number): boolean {
    return streamId % 2 === 1 && streamId <= this.#streamIdLast
  }

  onFrame(frame: ControlFrame): Violation | undefined {
    switch (frame.type) {
      case 'grant':
        return this.#onGrant(frame.grantId, frame.ticket)
      case 'revoke':
        return this.#onRevoke(frame.grantId)
      case 'open':
        return this.#onOpen(frame)
      default:
        return wrongState(`a ${frame.type} frame came to the acceptor`)
    }
  }

  onEnd(): void {
    this.#grants.clear()
  }

  #onGrant(grantId: number, ticket: string): Violation | undefined {
    const refusal = this.#grants.add(grantId, ticket)
    if (refusal === 'id') return wrongState(`grant ${grantId} came after a later one`)
    return refusal === 'limit' ? { code: sessionEndCode.limit, message: 'there are too many grants' } : undefined
  }

  /** The initiator has dropped the streams already: it needs no RESET. */
  #onRevoke(grantId: number): Violation | undefined {
    const streams = this.#grants.remove(grantId)
    for (const stream of streams ?? []) stream.finish(revoked)
    return streams === undefined ? wrongState(`grant ${grantId} was revoked, but never given`) : undefined
  }

  #onOpen(frame: OpenFrame): Violation | undefined {
    const { streamId } = frame
    if (streamId % 2 !== 1 || streamId <= this.#streamIdLast)
      return wrongState(`stream ${streamId} cannot be opened after ${this.#streamIdLast}`)
    this.#streamIdLast = streamId
    const grant = this.#grants.get(frame.grantId)
    const refusal = this.#refusal(grant)
    if (refusal !== undefined) this.#refuse(streamId, refusal)
    else if (grant !== undefined && 'claims' in grant) this.#ask(frame, grant)
    return undefined
  }

  #refusal(grant: ReturnType<GrantTable['get']>): StreamRefusal | undefined {
    if (grant === undefined) return { code: streamCode.revoked, message: 'there is no such grant (any more)' }
    if ('refusal' in grant) return grant.refusal
    if (grant.claims.expiresAt <= this.#now()) return expired
    if (this.#session.liveStreams.size >= this.#session.limits.streamsMax)
      return { code: streamCode.tooManyStreams, message: 'this end has as many streams as it takes' }
    if (this.#onStream === undefined)
      return { code: streamCode.targetUnreachable, message: 'this end connects nothing' }
    return undefined
  }

  /** The stream counts from here on, so that revoking and resetting it work before it is answered. */
  #ask(frame: OpenFrame, grant: AcceptedGrant): void {
    let state: 'asked' | 'answered' | 'over' = 'asked'
    const stream = this.#session.createStream(frame.streamId, frame.source, (over) => {
      grant.streams.delete(over)
      state = 'over'
    })
    grant.streams.add(stream)
    const request: StreamRequest = {
      claims: grant.claims,
      source: frame.source,
      get isOver() {
        return state === 'over'
      },
      accept: () => {
        if (state === 'asked') this.#accept(stream, frame.window)
        if (state === 'asked') state = 'answered'
        return stream
      },
      refuse: (refusal) => {
        if (state !== 'asked') return
        this.#refuse(stream.id, refusal)
        stream.finish(refusal)
      },
    }
    this.#onStream?.(request)
  }

  #accept(stream: MuxStream, window: number): void {
    this.#session.sender.control(encodeFrame({ type: 'accept', streamId: stream.id, window: stream.windowBytes }))
    stream.open(window)
  }

  #refuse(streamId: number, { code, message }: StreamRefusal): void {
    this.#session.sender.control(encodeFrame({ type: 'refuse', streamId, code, message }))
  }
}

const expired: StreamRefusal = { code: streamCode.ticketRefused, message: 'the ticket has expired' }
const revoked: StreamRefusal = { code: streamCode.revoked, message: 'the grant was revoked' }
