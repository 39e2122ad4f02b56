// Memory for encrypted messages, used again when the other end has them: what is made anew for each of a fast path's
// messages keeps the collector busy all the time.

import { SpareBuffers } from '@farport/transport'
import type NoiseSecretStream from '@hyperswarm/secret-stream'

/** For the longest messages, encrypted. */
const spares = new SpareBuffers(66_048, 128)
/** What is shorter is not worth keeping. */
const smallBytes = 8192

/** Of a message: its length, then the byte that secret-stream puts before what is encrypted. */
const beforeBytes = 4
const afterBytes = 16

/** The class, made of secret-stream's own, with memory for each message until `giveMemory` gets it back. */
export function reuseMemoryOf(Base: typeof NoiseSecretStream): typeof NoiseSecretStream {
  return class extends Base {
    override alloc(byteCount: number): Buffer {
      const bytes = takeMemory(beforeBytes + byteCount + afterBytes)
      return bytes.subarray(beforeBytes, beforeBytes + byteCount)
    }

    /** Of messages that wait together secret-stream would encrypt only the last one in place. */
    override _write(message: Buffer, done: (error?: Error | null) => void): void {
      const { buffer, byteOffset, length } = message
      this._outgoingPlain = message
      this._outgoingWrapped = Buffer.from(buffer, byteOffset - beforeBytes, beforeBytes + length + afterBytes)
      super._write(message, done)
    }
  }
}

function takeMemory(byteCount: number): Buffer {
  if (byteCount < smallBytes || byteCount > spares.byteLength) return Buffer.allocUnsafe(byteCount)
  return spares.take().subarray(0, byteCount)
}

/** Nobody may hold the bytes any more. */
export function giveMemory({ buffer }: Buffer): void {
  if (buffer.byteLength === spares.byteLength) spares.give(Buffer.from(buffer))
}
