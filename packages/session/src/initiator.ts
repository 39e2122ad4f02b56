// The end of a session that opens streams under grants.

import { accept, refuse, type Result } from '@farport/basics'
import { encodeFrame, type ControlFrame } from '@farport/protocol'
import { knownStreamCode, wrongState, type FrameSession, type Role, type Violation } from './frame-session.ts'
import type { MuxStream } from './mux-stream.ts'
import { streamCode, type Grant, type SessionStream, type StreamRefusal } from './session.ts'

type Answer = Result<SessionStream, StreamRefusal>

interface Opening {
  readonly stream: MuxStream
  readonly timer: NodeJS.Timeout
  readonly answer: (answer: Answer) => void
}

const sourceBytesMax = 255
const streamIdMax = 0xffff_ffff

export class Initiator implements Role {
  readonly #session: FrameSession
  readonly #opening = new Map<number, Opening>()
  #streamIdNext = 1
  #grantIdLast = 0
  #grants = 0

  constructor(session: FrameSession) {
    this.#session = session
  }

  get opening(): number {
    return this.#opening.size
  }

  hasSeen(streamId: number): boolean {
    return streamId % 2 === 1 && streamId < this.#streamIdNext
  }

  grant(ticket: string): Grant {
    if (this.#grants >= this.#session.limits.grantsMax) return refusedGrant(ticket)
    this.#grants += 1
    this.#grantIdLast += 1
    const grantId = this.#grantIdLast
    const streams = new Set<MuxStream>()
    let isRevoked = false
    this.#session.sender.control(encodeFrame({ type: 'grant', grantId, ticket }))
    return {
      ticket,
      open: (source) => (isRevoked ? Promise.resolve(refuse(revoked)) : this.#open(grantId, source, streams)),
      revoke: () => {
        if (isRevoked) return
        isRevoked = true
        this.#grants -= 1
        this.#session.sender.control(encodeFrame({ type: 'revoke', grantId }))
        for (const stream of streams) this.#giveUp(stream, revoked)
      },
    }
  }

  onFrame(frame: ControlFrame): Violation | undefined {
    if (frame.type !== 'accept' && frame.type !== 'refuse') return wrongState(`a ${frame.type} frame came to the initiator`)
    const opening = this.#opening.get(frame.streamId)
    if (opening === undefined) {
      const isLate = this.hasSeen(frame.streamId) && !this.#session.openStreams.has(frame.streamId)
      return isLate ? undefined : wrongState(`an answer came for stream ${frame.streamId}, which is not being opened`)
    }
    this.#settle(opening)
    if (frame.type === 'accept') {
      this.#session.openStreams.set(opening.stream.id, opening.stream)
      opening.stream.credit(0, frame.window)
      opening.answer(accept(opening.stream))
    } else {
      this.#refuse(opening, { code: knownStreamCode(frame.code), message: frame.message })
    }
    return undefined
  }

  onEnd(): void {
    for (const opening of this.#opening.values()) {
      this.#settle(opening)
      this.#refuse(opening, { code: streamCode.sessionEnded, message: this.#session.end?.message ?? '' })
    }
  }

  #open(grantId: number, source: string, streams: Set<MuxStream>): Promise<Answer> {
    const refusal = this.#refusal(source)
    if (refusal !== undefined) return Promise.resolve(refuse(refusal))
    const streamId = this.#streamIdNext
    this.#streamIdNext += 2
    const stream = this.#session.createStream(streamId, source, (over) => streams.delete(over))
    streams.add(stream)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => this.#giveUp(stream, lateAnswer), this.#session.limits.openTimeoutMs)
    this.#opening.set(streamId, { stream, timer, answer: resolve })
    this.#session.sender.control(encodeFrame({ type: 'open', streamId, grantId, window: stream.windowBytes, source }))
    return promise
  }

  #refusal(source: string): StreamRefusal | undefined {
    if (this.#session.end !== undefined) return { code: streamCode.sessionEnded, message: this.#session.end.message || 'the session has ended' }
    if (this.#session.streams >= this.#session.streamsMax) return tooManyStreams
    if (this.#streamIdNext > streamIdMax) return { code: streamCode.tooManyStreams, message: 'this session has opened all the streams it can name' }
    if (Buffer.byteLength(source) > sourceBytesMax) throw new RangeError(`a source of more than ${sourceBytesMax} bytes`)
    return undefined
  }

  /** Resets a stream, whether it is open or still opening. */
  #giveUp(stream: MuxStream, refusal: StreamRefusal): void {
    const opening = this.#opening.get(stream.id)
    if (opening !== undefined) this.#settle(opening)
    stream.reset(refusal)
    opening?.answer(refuse(refusal))
  }

  #settle(opening: Opening): void {
    clearTimeout(opening.timer)
    this.#opening.delete(opening.stream.id)
  }

  #refuse(opening: Opening, refusal: StreamRefusal): void {
    opening.stream.finish(refusal)
    opening.answer(refuse(refusal))
  }
}

const revoked: StreamRefusal = { code: streamCode.revoked, message: 'the grant was revoked' }
const lateAnswer: StreamRefusal = { code: streamCode.targetUnreachable, message: 'no answer came in time' }
const tooManyStreams: StreamRefusal = { code: streamCode.tooManyStreams, message: 'this session has as many streams as it may' }

const refusedGrant = (ticket: string): Grant => ({
  ticket,
  open: () => Promise.resolve(refuse({ code: streamCode.tooManyStreams, message: 'this session has as many grants as it may' })),
  revoke: () => undefined,
})
