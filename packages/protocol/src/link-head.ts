// What the ends of a fresh link say before a session runs over it: 32 bytes each time. Numbers are big-endian.
//
//   bytes 0..3    `FPL1`
//   byte 4        type
//   bytes 5..7    u24: of RESUME which move of the session this is, counting up from 1; else zero
//   bytes 8..23   the session's id, which its initiator has drawn; zero in probes
//   bytes 24..31  u64: bytes of the session that the sender has received so far; in probes a nonce
//
//   1 PROBE    initiator → acceptor   are you there?            2 ANSWER   acceptor → initiator   the same nonce
//   3 BEGIN    initiator → acceptor   a new session: its bytes follow at once, and the acceptor's without an answer
//   4 RESUME   initiator → acceptor   a session goes on here    5 RESUMED  acceptor → initiator
//   6 UNKNOWN  acceptor → initiator   there is no such session; then the link ends
//
// After RESUME and RESUMED each end sends what the other has not received, from that byte on. Bytes may still come over
// the former link meanwhile; what comes twice is skipped by its count. From RESUME until it is answered the initiator
// acknowledges no more than it has said there, or the acceptor might forget what it is to send again. A RESUME that is
// older than one already answered was overtaken on its way, and its link is closed.

import { accept, refuse, type Result } from '@farport/basics'

export const linkHeadBytes = 32
export const sessionIdBytes = 16
export const moveMax = 0xff_ffff

const types = ['probe', 'answer', 'begin', 'resume', 'resumed', 'unknown'] as const
export type LinkHeadType = (typeof types)[number]

export interface LinkHead {
  readonly type: LinkHeadType
  /** sessionIdBytes long. */
  readonly sessionId: Uint8Array
  /** Received so far, or the nonce of a probe. */
  readonly offset: number
  /** Of RESUME, 1 … moveMax; else 0. */
  readonly move: number
}

const magic = new TextEncoder().encode('FPL1')

export const noSession = new Uint8Array(sessionIdBytes)

export function encodeLinkHead({ type, sessionId, offset, move }: LinkHead): Buffer {
  if (sessionId.length !== sessionIdBytes) throw new RangeError(`a session's id has ${sessionIdBytes} bytes`)
  const bytes = Buffer.alloc(linkHeadBytes)
  bytes.set(magic)
  bytes[4] = types.indexOf(type) + 1
  bytes.writeUIntBE(move, 5, 3)
  bytes.set(sessionId, 8)
  bytes.writeBigUInt64BE(BigInt(offset), 24)
  return bytes
}

/** Of exactly linkHeadBytes. The session's id is a copy. */
export function decodeLinkHead(bytes: Uint8Array): Result<LinkHead, 'unreadable'> {
  const head = Buffer.from(bytes)
  if (head.length !== linkHeadBytes || head.compare(magic, 0, 4, 0, 4) !== 0) return refuse('unreadable')
  const type = types[(head[4] ?? 0) - 1]
  const move = head.readUIntBE(5, 3)
  if (type === undefined || (type === 'resume') !== move > 0) return refuse('unreadable')
  const offset = Number(head.readBigUInt64BE(24))
  if (!Number.isSafeInteger(offset)) return refuse('unreadable')
  return accept({ type, sessionId: head.subarray(8, 24), offset, move })
}

/** Gathers one head after the other from chunks of bytes, and leaves alone what follows. */
export class LinkHeadReader {
  readonly #gathered = new Uint8Array(linkHeadBytes)
  #length = 0

  /** How many bytes of the chunk from `start` on belong to the head, and the head when it is whole. */
  take(chunk: Uint8Array, start: number): { taken: number; head: Result<LinkHead, 'unreadable'> | undefined } {
    const part = chunk.subarray(start, start + linkHeadBytes - this.#length)
    this.#gathered.set(part, this.#length)
    this.#length += part.length
    if (this.#length < linkHeadBytes) return { taken: part.length, head: undefined }
    this.#length = 0
    return { taken: part.length, head: decodeLinkHead(this.#gathered) }
  }
}
