// Frames that wait to be sent: the large ones are used again instead of made anew.

import { frameHeadBytes, framePayloadBytesMax } from '@farport/protocol'

const frameBytes = frameHeadBytes + framePayloadBytesMax
/** Up to here a frame is made to measure: a waiting keystroke should not hold a large one. */
const smallBytesMax = 65_536
/** More are left to the garbage collector. */
const spareMax = 16

const spares: Uint8Array[] = []

export function takeFrame(byteCount: number): Uint8Array {
  if (byteCount <= smallBytesMax) return Buffer.allocUnsafe(byteCount)
  return spares.pop() ?? Buffer.allocUnsafeSlow(frameBytes)
}

/** Nobody may hold the frame any more. */
export function giveFrame(frame: Uint8Array): void {
  if (frame.length === frameBytes && spares.length < spareMax) spares.push(frame)
}
