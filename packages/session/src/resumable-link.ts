// A link that outlives the links beneath it. Bytes are counted, and kept until the other end has them: when the link that
// carries them breaks or a better one comes, they go on over another, and none is lost or doubled.
//
// What travels first on each of the links beneath stands in @farport/protocol's link-head.ts. The initiator decides which
// link carries; the acceptor follows.

import type { Result } from '@farport/basics'
import type { Link, LinkHandlers } from '@farport/transport'

export interface ResumableLinkHandlers extends LinkHandlers {
  /** Another link carries from now on, or none. Not told of the first. */
  onCarrier?(carrier: Link | undefined): void
}

/** It closes when it was ended, or when nothing has carried it for absenceMsMax. */
export interface ResumableLink extends Link {
  /** Drawn by the initiator: sessionIdBytes random bytes. */
  readonly sessionId: Uint8Array
  /** What carries now; undefined while there is none, and bytes wait. */
  readonly carrier: Link | undefined
  /** Received from the other end over all links, as far as it may be told so now. */
  readonly receivedBytes: number
  /** Written so far, whether a link has carried it yet or not. */
  readonly sentBytes: number
  /** Of these, not yet known to have been received. */
  readonly unacknowledgedBytes: number
  /** When so many are unacknowledged, `write` answers false; onDrain comes when there are fewer. */
  readonly replayBytesMax: number
  start(handlers: ResumableLinkHandlers): void
  /** `passing`: where frames begin in the bytes that are not worth being sent again over another link. */
  write(bytes: Uint8Array, passing?: readonly number[]): boolean
  /** The other end has received so many bytes in all: they need not be kept. False: so many were never sent. */
  acknowledged(receivedBytes: number): boolean
  /** What carries now does not answer any more: it is closed, and bytes wait for another. */
  dropCarrier(reason: Error): void
}

/** The initiator's end. */
export interface MovableLink extends ResumableLink {
  /**
   * Goes on over this link, which is fresh: nothing but probes has travelled on it. It belongs to the session from now
   * on, and what carried until now is closed. Refused with a sentence when the link breaks or is silent for too long, when
   * the other end has forgotten the session, or when moveTo is called again meanwhile; then what carried goes on, if it
   * still can.
   */
  moveTo(link: Link): Promise<Result<true, string>>
}

/** A link that waits for its turn. It asks from time to time whether the other end is there, and closes when it is not. */
export interface SpareLink {
  readonly link: Link
  /** Of the last probe, in milliseconds; undefined before the first answer. */
  readonly roundTripMs: number | undefined
  /** Asks. Resolves with the round trip; rejects when there is no answer in time, or the link has closed. */
  probe(timeoutMs: number): Promise<number>
  /** Ends the waiting: the link may be given to moveTo. */
  take(): Link
  /** Once, when it has closed without having been taken. */
  readonly lost: Promise<void>
}

export interface ResumableLimits {
  /** Bytes of a session that are kept until the other end has them. */
  readonly replayBytesMax: number
  /** A session that nothing carries for so long is over. */
  readonly absenceMsMax: number
}

export const defaultResumableLimits: ResumableLimits = {
  replayBytesMax: 16_777_216,
  absenceMsMax: 120_000,
}
