// What the ends of a fresh link say before a session runs over it: 32 bytes each time. Numbers are big-endian.
//
//   bytes 0..3    `FPL1`
//   byte 4        type; bytes 5..7 are zero
//   bytes 8..23   the session's id, which its initiator has drawn; zero in probes
//   bytes 24..31  u64: bytes of the session that the sender has received so far; in probes a nonce
//
//   1 PROBE    initiator → acceptor   are you there?            2 ANSWER   acceptor → initiator   the same nonce
//   3 BEGIN    initiator → acceptor   a new session: its bytes follow at once, and the acceptor's without an answer
//   4 RESUME   initiator → acceptor   a session goes on here    5 RESUMED  acceptor → initiator
//   6 UNKNOWN  acceptor → initiator   there is no such session; then the link ends
//
// After RESUME and RESUMED each end sends what the other has not received, from that byte on. What came over the former
// link after its end had said so is thrown away: it comes again.

import { accept, refuse, type Result } from '@farport/basics'

export const linkHeadBytes = 32
export const sessionIdBytes = 16

const types = ['probe', 'answer', 'begin', 'resume', 'resumed', 'unknown'] as const
export type LinkHeadType = (typeof types)[number]

export interface LinkHead {
  readonly type: LinkHeadType
  /** sessionIdBytes long. */
  readonly sessionId: Uint8Array
  /** Received so far, or the nonce of a probe. */
  readonly offset: number
}

const magic = new TextEncoder().encode('FPL1')

export const noSession = new Uint8Array(sessionIdBytes)

export function encodeLinkHead({ type, sessionId, offset }: LinkHead): Buffer {
  if (sessionId.length !== sessionIdBytes) throw new RangeError(`a session's id has ${sessionIdBytes} bytes`)
  const bytes = Buffer.alloc(linkHeadBytes)
  bytes.set(magic)
  bytes[4] = types.indexOf(type) + 1
  bytes.set(sessionId, 8)
  bytes.writeBigUInt64BE(BigInt(offset), 24)
  return bytes
}

/** Of exactly linkHeadBytes. The session's id is a copy. */
export function decodeLinkHead(bytes: Uint8Array): Result<LinkHead, 'unreadable'> {
  const head = Buffer.from(bytes)
  if (head.length !== linkHeadBytes || head.compare(magic, 0, 4, 0, 4) !== 0) return refuse('unreadable')
  const type = types[(head[4] ?? 0) - 1]
  if (type === undefined || head[5] !== 0 || head[6] !== 0 || head[7] !== 0) return refuse('unreadable')
  const offset = Number(head.readBigUInt64BE(24))
  if (!Number.isSafeInteger(offset)) return refuse('unreadable')
  return accept({ type, sessionId: head.subarray(8, 24), offset })
}
