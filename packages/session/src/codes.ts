// The numbers that travel, and what they mean to this version.

import type { FrameRefusal } from '@farport/protocol'
import { sessionEndCode, streamCode, type SessionEndCode, type StreamCode } from './session.ts'

const endCodes = new Set<number>(Object.values(sessionEndCode))
const streamCodes = new Set<number>(Object.values(streamCode))

/** A code that a later version has added means that the session is over, which is all that counts. */
export function knownEndCode(code: number): SessionEndCode {
  return endCodes.has(code) ? (code as SessionEndCode) : sessionEndCode.done // it was just looked up
}

/** A code that a later version has added means that the stream broke. */
export function knownStreamCode(code: number): StreamCode {
  return streamCodes.has(code) ? (code as StreamCode) : streamCode.broken // it was just looked up
}

export const garbageMessages: Readonly<Record<FrameRefusal, string>> = {
  'unknown-type': 'a frame of an unknown type came',
  oversized: 'a frame came that is longer than its type allows',
  undersized: 'a frame came that is shorter than its type needs',
  'wrong-stream': 'a frame of a stream came for the session, or the other way round',
  unreadable: 'a frame came whose payload cannot be read',
}
