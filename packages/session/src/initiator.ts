// The end of a session that opens streams under grants.

import { accept, refuse, type Result } from '@farport/basics'
import { encodeFrame, type ControlFrame } from '@farport/protocol'
import { knownStreamCode } from './codes.ts'
import type { MuxStream } from './mux-stream.ts'
import { wrongState, type Role, type Stage, type Violation } from './role.ts'
import { streamCode, type Grant, type SessionStream, type StreamRefusal } from './session.ts'

type Answer = Result<SessionStream, StreamRefusal>

interface Opening {
  readonly stream: MuxStream
  readonly askedAtMs: number
  readonly answer: (answer: Answer) => void
}

const sourceBytesMax = 255
const streamIdMax = 0xffff_ffff

export class Initiator implements Role {
  readonly #session: Stage
  readonly #opening = new Map<number, Opening>()
  #streamIdNext = 1
  #grantIdLast = 0
  #grants = 0
  /** One timer for all streams that are being opened. */
  #patience: NodeJS.Timeout | undefined

  constructor(session: Stage) {
    this.#session = session
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
      renew: (renewed) => {
        if (!isRevoked) this.#session.sender.control(encodeFrame({ type: 'grant', grantId, ticket: renewed }))
      },
      open: (source) => (isRevoked ? Promise.resolve(refuse(revoked)) : this.#open(grantId, source, streams)),
      revoke: () => {
        if (isRevoked) return
        isRevoked = true
        this.#grants -= 1
        this.#session.sender.control(encodeFrame({ type: 'revoke', grantId }))
        // The other end drops its streams by itself.
        for (const stream of streams) stream.finish(revoked)
      },
    }
  }

  onFrame(frame: ControlFrame): Violation | undefined {
    if (frame.type !== 'accept' && frame.type !== 'refuse')
      return wrongState(`a ${frame.type} frame came to the initiator`)
    const opening = this.#opening.get(frame.streamId)
    if (opening === undefined) {
      const isLate = this.hasSeen(frame.streamId) && !this.#session.liveStreams.has(frame.streamId)
      return isLate ? undefined : wrongState(`an answer came for stream ${frame.streamId}, which is not being opened`)
    }
    if (frame.type === 'refuse') {
      opening.stream.finish({ code: knownStreamCode(frame.code), message: frame.message })
    } else {
      this.#settle(opening, accept(opening.stream))
      opening.stream.open(frame.window)
    }
    return undefined
  }

  onEnd(): void {
    clearTimeout(this.#patience)
  }

  #open(grantId: number, source: string, streams: Set<MuxStream>): Promise<Answer> {
    if (Buffer.byteLength(source) > sourceBytesMax)
      throw new RangeError(`a source of more than ${sourceBytesMax} bytes`)
    const refusal = this.#refusal()
    if (refusal !== undefined) return Promise.resolve(refuse(refusal))
    const streamId = this.#streamIdNext
    this.#streamIdNext += 2
    const stream = this.#session.createStream(streamId, source, (over, end) => {
      streams.delete(over)
      const opening = this.#opening.get(streamId)
      if (opening !== undefined) this.#settle(opening, refuse(end))
    })
    streams.add(stream)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#opening.set(streamId, { stream, askedAtMs: performance.now(), answer: resolve })
    this.#patience ??= setTimeout(() => this.#giveUpOldest(), this.#session.limits.openTimeoutMs)
    this.#session.sender.control(encodeFrame({ type: 'open', streamId, grantId, window: stream.windowBytes, source }))
    return promise
  }

  #refusal(): StreamRefusal | undefined {
    const { end, liveStreams, streamsMax } = this.#session
    if (end !== undefined) return { code: streamCode.sessionEnded, message: end.message || 'the session has ended' }
    if (liveStreams.size >= streamsMax) return tooManyStreams
    if (this.#streamIdNext > streamIdMax)
      return { code: streamCode.tooManyStreams, message: 'this session has opened all the streams it can name' }
    return undefined
  }

  /** All wait equally long, so the oldest is the first of them. */
  #giveUpOldest(): void {
    const { openTimeoutMs } = this.#session.limits
    for (const { stream, askedAtMs } of this.#opening.values()) {
      const missingMs = askedAtMs + openTimeoutMs - performance.now()
      if (missingMs > 0) {
        this.#patience = setTimeout(() => this.#giveUpOldest(), missingMs)
        return
      }
      stream.reset(lateAnswer)
    }
    this.#patience = undefined
  }

  #settle(opening: Opening, answer: Answer): void {
    this.#opening.delete(opening.stream.id)
    opening.answer(answer)
  }
}

const revoked: StreamRefusal = { code: streamCode.revoked, message: 'the grant was revoked' }
const lateAnswer: StreamRefusal = { code: streamCode.targetUnreachable, message: 'no answer came in time' }
const tooManyStreams: StreamRefusal = {
  code: streamCode.tooManyStreams,
  message: 'this session has as many streams as it may',
}

const refusedGrant = (ticket: string): Grant => ({
  ticket,
  renew: () => undefined,
  open: () =>
    Promise.resolve(refuse({ code: streamCode.tooManyStreams, message: 'this session has as many grants as it may' })),
  revoke: () => undefined,
})
