// What the two roles of a session have in common: what they answer to frames, and what they see of their session.

import type { ControlFrame } from '@farport/protocol'
import type { SessionLimits } from './limits.ts'
import type { MuxStream, MuxStreamOptions } from './mux-stream.ts'
import type { Sender } from './sender.ts'
import { sessionEndCode, type SessionEnd, type SessionEndCode } from './session.ts'

/** Why a frame ends the session. */
export interface Violation {
  readonly code: SessionEndCode
  readonly message: string
}

export const wrongState = (message: string): Violation => ({ code: sessionEndCode.protocol, message })

export interface Role {
  /** Undefined when all is well. */
  onFrame(frame: ControlFrame): Violation | undefined
  /** Whether a stream with this id has ever been: then late frames for it are nothing bad. */
  hasSeen(streamId: number): boolean
  onEnd(): void
}

/** What a role sees of its session. */
export interface Stage {
  readonly limits: SessionLimits
  readonly sender: Sender
  /** Asked for, open, or half ended. */
  readonly liveStreams: ReadonlyMap<number, MuxStream>
  /** As many streams as both ends take. */
  readonly streamsMax: number
  readonly end: SessionEnd | undefined
  /** A stream of this session, which may not carry anything yet. */
  createStream(id: number, source: string, onOver: MuxStreamOptions['onOver']): MuxStream
}
