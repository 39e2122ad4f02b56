// What a socket on the relay's one port wants, told by its first bytes.

import { workPreamble } from '@farport/protocol'

export type FirstBytes =
  | { readonly kind: 'more' }
  | { readonly kind: 'tls' }
  /** `length`: what preamble and token took; the rest belongs to the two ends. */
  | { readonly kind: 'work'; readonly token: string; readonly length: number }
  | { readonly kind: 'unknown' }

/** The type of a TLS record that carries a handshake. */
const tlsHandshakeRecord = 0x16
const tokenBytes = 32
const workHeadBytes = workPreamble.length + tokenBytes

export function readFirstBytes(bytes: Buffer): FirstBytes {
  if (bytes.length === 0) return { kind: 'more' }
  if (bytes[0] === tlsHandshakeRecord) return { kind: 'tls' }
  const seen = Math.min(bytes.length, workPreamble.length)
  if (bytes.compare(workPreamble, 0, seen, 0, seen) !== 0) return { kind: 'unknown' }
  if (bytes.length < workHeadBytes) return { kind: 'more' }
  const token = bytes.toString('base64url', workPreamble.length, workHeadBytes)
  return { kind: 'work', token, length: workHeadBytes }
}
