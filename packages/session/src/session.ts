// What the ends of a session see of it: grants, streams, and its end. One session per pair of ends.

export interface OpenedStream {
  /** The initiator's grant under which it was opened. */
  readonly ticket: string
  /** The address at the initiator's end that the stream is for. */
  readonly source: string
}

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
