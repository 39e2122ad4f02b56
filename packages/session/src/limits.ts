// How much a session may take: of memory, streams, grants, and time.

import { keptPayloadBytesMax } from './frame-pool.ts'

export interface SessionLimits {
  /** Streams open or opening at once. */
  readonly streamsMax: number
  /** Grants at once. */
  readonly grantsMax: number
  /** What a stream may receive unread at first. */
  readonly windowBytesFirst: number
  /** Up to here a window grows while its reader keeps up. */
  readonly windowBytesMax: number
  /** A window when the session's budget is spent. */
  readonly windowBytesMin: number
  /** All windows together, but for windowBytesMin of each stream. */
  readonly windowBytesTotal: number
  /** A stream that is written to although so much of it waits is a fault of its user. */
  readonly unsentBytesMax: number
  /** Control frames kept for an end that does not read: beyond, the session ends. */
  readonly outboxBytesMax: number
  /** Within this the other end must have greeted. */
  readonly helloTimeoutMs: number
  /** Over a resumable link a ping goes out when nothing has come for so long, and streams have just carried something. */
  readonly pingActiveMs: number
  /** A ping goes out when nothing has come for so long. */
  readonly pingIntervalMs: number
  /** Over a resumable link: a ping without an answer makes what carries suspect. */
  readonly answerMsMax: number
  /** When nothing has come for so long, the session ends; over a resumable link it waits for another one to carry it. */
  readonly silenceMsMax: number
  /** A stream that has no answer by then is refused. */
  readonly openTimeoutMs: number
}

/** Windows are whole numbers of frames of bulk: where one ends amid a frame, the rest has to be copied and wait. */
const frameBytes = keptPayloadBytesMax

export const defaultLimits: SessionLimits = {
  streamsMax: 1024,
  grantsMax: 1024,
  windowBytesFirst: frameBytes,
  windowBytesMax: 16 * frameBytes,
  windowBytesMin: 16_384,
  windowBytesTotal: 67_108_864,
  unsentBytesMax: 1_048_576,
  outboxBytesMax: 1_048_576,
  helloTimeoutMs: 10_000,
  pingActiveMs: 300,
  pingIntervalMs: 15_000,
  answerMsMax: 1000,
  silenceMsMax: 40_000,
  openTimeoutMs: 20_000,
}
