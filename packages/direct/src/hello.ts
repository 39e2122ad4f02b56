// What two ends say on a way that may become a link, before TLS or Noise: 32 bytes each time. A stranger can make none of
// them, for their key was told through the session, and those of one end are not taken for the other's.
//
//   bytes 0..3    `FPD1`
//   byte 4        type; byte 5 the sender, 1 initiator, 2 acceptor; bytes 6..7 are zero
//   bytes 8..15   random
//   bytes 16..31  the first 16 bytes of the HMAC-SHA256 of what stands before
//
//   in a UDP packet                                  as the first bytes of a TCP connection
//   1 PROBE   either    do you hear me?              5 GREET     acceptor → initiator  it is me
//   2 ANSWER  either    I have heard your probe      6 TAKE_LAN  initiator → acceptor  then this is the link of kind lan
//   3 USE     initiator let this be our way          7 TAKE_TCP  initiator → acceptor  then this is the link of kind tcp
//   4 USING   acceptor  I am ready on it

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Role } from './round-secrets.ts'

export const helloBytes = 32
const signedBytes = 16

const types = ['probe', 'answer', 'use', 'using', 'greet', 'take-lan', 'take-tcp'] as const
export type HelloType = (typeof types)[number]

const magic = Buffer.from('FPD1')
const roleNumber = { initiator: 1, acceptor: 2 } as const

export function encodeHello(type: HelloType, sender: Role, key: Uint8Array): Buffer {
  const bytes = Buffer.alloc(helloBytes)
  magic.copy(bytes)
  bytes[4] = types.indexOf(type) + 1
  bytes[5] = roleNumber[sender]
  randomBytes(8).copy(bytes, 8)
  macOf(bytes.subarray(0, signedBytes), key).copy(bytes, signedBytes)
  return bytes
}

/** Undefined when it is no hello of this sender, made with this key. */
export function readHello(bytes: Buffer, sender: Role, key: Uint8Array): HelloType | undefined {
  if (bytes.length !== helloBytes || bytes.compare(magic, 0, 4, 0, 4) !== 0) return undefined
  if (bytes[5] !== roleNumber[sender] || bytes[6] !== 0 || bytes[7] !== 0) return undefined
  const isTrue = timingSafeEqual(bytes.subarray(signedBytes), macOf(bytes.subarray(0, signedBytes), key))
  return isTrue ? types[(bytes[4] ?? 0) - 1] : undefined
}

function macOf(bytes: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(bytes)
    .digest()
    .subarray(0, helloBytes - signedBytes)
}
