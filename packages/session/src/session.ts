// What the ends of a session see of it: grants, streams, and its end. One session per pair of ends: the initiator opens
// streams under grants, the acceptor connects them or refuses.

import type { Result } from '@farport/basics'
import type { StreamClaims } from '@farport/protocol'
import type { Link } from '@farport/transport'
import type { SessionLimits } from './limits.ts'
import type { ResumableLink } from './resumable-link.ts'

/** Why a stream was not connected, or broke. Numbers travel in REFUSE and RESET frames. */
export const streamCode = {
  /** In order. */
  none: 0,
  /** The ticket does not hold: not ours, expired, altered, another service. */
  ticketRefused: 1,
  /** Nothing listens on the service's host and port. */
  targetUnreachable: 2,
  /** A limit of this end. */
  tooManyStreams: 3,
  /** The other side of this stream broke. */
  broken: 4,
  /** The grant was revoked. */
  revoked: 5,
  /** The session ended. */
  sessionEnded: 6,
} as const
export type StreamCode = (typeof streamCode)[keyof typeof streamCode]

/** Why a session ended. Numbers travel in GOAWAY frames. */
export const sessionEndCode = {
  /** In order: this end needs it no more. */
  done: 0,
  /** The other end sent what is no frame, or a frame that may not come here. */
  protocol: 1,
  /** The other end overran a limit: a window, the streams, the grants, or what we keep for an end that does not read. */
  limit: 2,
  /** The other end did not greet in time, or was silent for too long. */
  silent: 3,
  /** The link broke. Never travels. */
  linkLost: 4,
  /** There is no protocol version in common. */
  version: 5,
  /** This end is shutting down. */
  leaving: 6,
} as const
export type SessionEndCode = (typeof sessionEndCode)[keyof typeof sessionEndCode]

export interface SessionEnd {
  /** Which end ended it. */
  readonly by: 'us' | 'them'
  readonly code: SessionEndCode
  readonly message: string
}

export interface StreamRefusal {
  readonly code: StreamCode
  readonly message: string
}

/** How a stream ended: `none` when both ends had said all they had to say. */
export type StreamEnd = StreamRefusal

/**
 * Over a resumable link: whether what carries now answers. `silent`: it has not for about a second, and should be moved
 * away from. `lost`: nothing carries, and the session waits for another link.
 */
export type CarrierState = 'carrying' | 'silent' | 'lost'

export interface SessionOptions {
  /** Open, not yet started: of a single way, or a resumable one. It belongs to the session from now on. */
  readonly link: Link | ResumableLink
  readonly role: 'initiator' | 'acceptor'
  /** Judges a ticket, once per grant. The acceptor needs it; without it every grant is refused. */
  readonly verifyGrant?: (ticket: string) => Result<StreamClaims, string>
  /** A stream is asked for: accept or refuse it, now or later. Without it every stream is refused. */
  readonly onStream?: (request: StreamRequest) => void
  /** The other end's program says something to this one: a JSON text of at most signalBytesMax. */
  readonly onSignal?: (text: string) => void
  /** Over a resumable link: another link carries, or the one that does has fallen silent, is heard again, or is lost. */
  readonly onCarrier?: (state: CarrierState) => void
  /** Once. All streams have ended before. */
  readonly onEnd?: (end: SessionEnd) => void
  readonly limits?: Partial<SessionLimits>
  /** Milliseconds since the Unix epoch, for the expiry of grants. */
  readonly now?: () => number
}

/** Disposing of it ends it in order. */
export interface Session extends AsyncDisposable {
  readonly role: 'initiator' | 'acceptor'
  /** Streams open or opening. */
  readonly streams: number
  /** `carrying` as long as the link is a plain one. */
  readonly carrierState: CarrierState
  /** Milliseconds since a stream has carried something. */
  readonly quietMs: number
  /** The shortest time there and back on what carries now, in milliseconds; undefined until it has been measured. */
  readonly roundTripMs: number | undefined
  /** The end, once it has ended. */
  readonly end: SessionEnd | undefined
  /** Initiator only: from now on streams may be opened under this ticket. */
  grant(ticket: string): Grant
  /** Says something to the other end's program. False: there is no room, the other end does not read. */
  signal(text: string): boolean
  /** The time there and back, in milliseconds; rejects when the session ends before. */
  ping(): Promise<number>
  /** Ends it: resets every stream, tells the other end, closes the link. */
  close(code?: SessionEndCode, message?: string): void
  /** Resolves when the session has ended. */
  readonly closed: Promise<SessionEnd>
}

export interface Grant {
  readonly ticket: string
  /** The same grant for longer: of the same connection and service. Its streams go on. */
  renew(ticket: string): void
  /** Asks for a stream. `source` is the address at this end that the stream is for. */
  open(source: string): Promise<Result<SessionStream, StreamRefusal>>
  /** Resets the grant's streams and lets none be opened any more, at both ends. */
  revoke(): void
}

/** Acceptor only: a stream that is asked for under a verified grant. */
export interface StreamRequest {
  readonly claims: StreamClaims
  /** The address at the initiator's end that the stream is for. */
  readonly source: string
  /** Aborted when the initiator gives up before an answer. */
  readonly isOver: boolean
  accept(): SessionStream
  refuse(refusal: StreamRefusal): void
}

export interface StreamHandlers {
  /**
   * Valid until it returns. The sender gets room for as many more only by `consumed`. `isLast`: nothing is known to
   * follow at once.
   */
  onBytes(bytes: Uint8Array, isLast: boolean): void
  /** After `write` answered false. */
  onDrain(): void
  /** The other end sends no more. */
  onEnd(): void
  /** Once, at the very end. */
  onClose(end: StreamEnd): void
  onDatagram?(bytes: Uint8Array): void
}

export interface SessionStream {
  readonly id: number
  readonly source: string
  /** Payload so far, from this end and to this end. */
  readonly sentBytes: number
  readonly receivedBytes: number
  /** Resolves when the stream is over both ways. */
  readonly closed: Promise<StreamEnd>
  /** Begins to deliver; until then at most one window is kept. Called at most once. */
  start(handlers: StreamHandlers): void
  /** Takes all bytes, which are the caller's again when this returns. False: please wait for onDrain. */
  write(bytes: Uint8Array): boolean
  /**
   * As write, without a copy on the way: the payload stands in `frame` from byte 8 on, `payloadBytes` long and at most
   * framePayloadBytesMax; the head is written before it.
   */
  writeFrame(frame: Uint8Array, payloadBytes: number): boolean
  /** So many received bytes are dealt with: the other end may send as many more. */
  consumed(byteCount: number): void
  /** Nothing more from this end. */
  end(): void
  /** Over both ways, at once. */
  reset(refusal: StreamRefusal): void
  /** False: dropped, there was no room. */
  sendDatagram(bytes: Uint8Array): boolean
}
