// What a socket on the relay's one port wants, told by its first bytes.

import { stunMessageBytesMax, workPreamble } from '@farport/protocol'

export type FirstBytes =
  | { readonly kind: 'more' }
  | { readonly kind: 'tls' }
  /** `length`: what preamble and token took; the rest belongs to the two ends. */
  | { readonly kind: 'work'; readonly token: string; readonly length: number }
  /** A message of STUN over TCP, all of it. */
  | { readonly kind: 'stun'; readonly message: Buffer }
  | { readonly kind: 'unknown' }

/** The type of a TLS record that carries a handshake. */
const tlsHandshakeRecord = 0x16
/** Of every STUN request; neither TLS nor a token begins so. Undefined: any. */
const stunRequest = [0x00, 0x01, undefined, undefined, 0x21, 0x12, 0xa4, 0x42] as const
const stunHeadBytes = 20
const tokenBytes = 32
const workHeadBytes = workPreamble.length + tokenBytes

export function readFirstBytes(bytes: Buffer): FirstBytes {
  if (bytes.length === 0) return { kind: 'more' }
  if (bytes[0] === tlsHandshakeRecord) return { kind: 'tls' }
  if (bytes[0] === stunRequest[0]) return readStun(bytes)
  const seen = Math.min(bytes.length, workPreamble.length)
  if (bytes.compare(workPreamble, 0, seen, 0, seen) !== 0) return { kind: 'unknown' }
  if (bytes.length < workHeadBytes) return { kind: 'more' }
  const token = bytes.toString('base64url', workPreamble.length, workHeadBytes)
  return { kind: 'work', token, length: workHeadBytes }
}

function readStun(bytes: Buffer): FirstBytes {
  const isOther = stunRequest.some((byte, at) => byte !== undefined && at < bytes.length && bytes[at] !== byte)
  if (isOther) return { kind: 'unknown' }
  if (bytes.length < stunHeadBytes) return { kind: 'more' }
  const length = stunHeadBytes + bytes.readUInt16BE(2)
  if (length > stunMessageBytesMax) return { kind: 'unknown' }
  return bytes.length < length ? { kind: 'more' } : { kind: 'stun', message: bytes.subarray(0, length) }
}
