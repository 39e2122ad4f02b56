// Frames that wait to be sent: the large ones are used again instead of made anew, since memory outside V8's heap makes it
// collect all of the heap, again and again.

import { frameHeadBytes } from '@farport/protocol'
import { sharedFrame } from '@farport/transport'

/** As much as is read at once. */
const frameBytes = sharedFrame.length
/** What is longer is better kept in several frames. */
export const keptPayloadBytesMax = frameBytes - frameHeadBytes
/** Up to here a frame is made to measure: a waiting keystroke should not hold a large one. */
const smallBytesMax = 65_536
/** For some dozens of streams. More are left to the garbage collector. */
const spareMax = 64

const spares: Uint8Array[] = []

export function takeFrame(byteCount: number): Uint8Array {
  if (byteCount <= smallBytesMax || byteCount > frameBytes) return Buffer.allocUnsafe(byteCount)
  return spares.pop() ?? Buffer.allocUnsafeSlow(frameBytes)
}

/** Nobody may hold the frame any more. */
export function giveFrame(frame: Uint8Array): void {
  if (frame.length === frameBytes && spares.length < spareMax) spares.push(frame)
}
