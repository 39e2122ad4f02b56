// Frames that wait to be sent: the large ones are used again instead of made anew.

const frameBytes = 65_536
/** Up to here a frame is made to measure: a waiting keystroke should not hold 64 KiB. */
const smallBytesMax = 4096
/** More are left to the garbage collector. */
const spareMax = 64

const spares: Uint8Array[] = []

export function takeFrame(byteCount: number): Uint8Array {
  if (byteCount <= smallBytesMax) return Buffer.allocUnsafe(byteCount)
  return spares.pop() ?? Buffer.allocUnsafeSlow(frameBytes)
}

/** Nobody may hold the frame any more. */
export function giveFrame(frame: Uint8Array): void {
  if (frame.length === frameBytes && spares.length < spareMax) spares.push(frame)
}
