// Frames that wait to be sent: the large ones are used again.

import { frameHeadBytes } from '@farport/protocol'
import { sharedFrame, SpareBuffers } from '@farport/transport'

/** Of as much as is read at once; for some dozens of streams. */
const spares = new SpareBuffers(sharedFrame.length, 64)
/** What is longer is better kept in several frames. */
export const keptPayloadBytesMax = spares.byteLength - frameHeadBytes
/** Up to here a frame is made to measure: a waiting keystroke should not hold a large one. */
const smallBytesMax = 65_536

export function takeFrame(byteCount: number): Buffer {
  if (byteCount <= smallBytesMax || byteCount > spares.byteLength) return Buffer.allocUnsafe(byteCount)
  return spares.take()
}

/** Nobody may hold the frame any more. */
export function giveFrame(frame: Buffer): void {
  spares.give(frame)
}
