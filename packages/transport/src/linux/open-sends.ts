// The fastest way of sending on many sockets that this machine has.

import { accept, refuse, type Result } from '@farport/basics'
import { loadLibc } from './libc.ts'
import { SendEach } from './send-each.ts'
import { SendRing } from './send-ring.ts'
import type { Sends, SendsShape } from './sends.ts'

/** Refused with a sentence where there is no Linux, or nothing that calls it. `way`: no better one than this. */
export async function openSends(shape: SendsShape, way: Sends['way'] = 'ring'): Promise<Result<Sends, string>> {
  const libc = await loadLibc()
  if (!libc.ok) return libc
  try {
    const ring = way === 'ring' ? SendRing.open(libc.value, shape) : undefined
    return accept(ring ?? new SendEach(libc.value, shape))
  } catch (error) {
    return refuse(`this system does not let its programs share memory with it: ${String(error)}`)
  }
}
