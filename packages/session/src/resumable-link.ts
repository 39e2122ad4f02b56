// A link that outlives the links beneath it. Bytes are counted, and kept until the other end has them: when the link that
// carries them breaks or a better one comes, they go on over another, and none is lost or doubled.
//
// What travels first on each of the links beneath stands in @farport/protocol's link-head.ts. The initiator decides which
// link carries; the acceptor follows.

import type { Result } from '@farport/basics'
import type { Link } from '@farport/transport'

export interface ResumableLink extends Link {
  /** Drawn by the initiator: sessionIdBytes random bytes. */
  readonly sessionId: Uint8Array
  /** What carries now; undefined while there is none, and bytes wait. */
  readonly carrier: Link | undefined
  /** Received from the other end so far, over all links. */
  readonly receivedBytes: number
  /** Sent, and not yet known to have been received. At most replayBytesMax: beyond it `write` answers false. */
  readonly unacknowledgedBytes: number
  /** The other end has received so many bytes in all: they need not be kept any more. */
  acknowledged(receivedBytes: number): void
}

/** The initiator's end. */
export interface MovableLink extends ResumableLink {
  /**
   * Goes on over this link, which is fresh: nothing but probes has travelled on it. What carried until now is closed.
   * Refused with a sentence when the link breaks or is silent for too long, or the other end has forgotten the session;
   * then what carried goes on, if it still can.
   */
  moveTo(link: Link): Promise<Result<true, string>>
}

/** A link that waits for its turn, and is asked from time to time whether it would carry. */
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
