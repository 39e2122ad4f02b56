// Frames ⇄ bytes. The layout stands in frames.ts. Pure; heads are written in place, in front of a payload.

import { accept, refuse, type Result } from '@farport/basics'
import { z } from 'zod'
import {
  copyHeadBytes,
  datagramBytesMax,
  datagramHeadBytes,
  frameHeadBytes,
  framePayloadBytesMax,
  frameType,
  signalBytesMax,
  type FrameType,
} from './frames.ts'

/** Why bytes are no frame. */
export type FrameRefusal = 'unknown-type' | 'oversized' | 'undersized' | 'wrong-stream' | 'unreadable'

export interface FrameHead {
  readonly type: FrameType
  readonly length: number
  readonly streamId: number
}

export type ControlFrame =
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'grant'; readonly grantId: number; readonly ticket: string }
  | { readonly type: 'revoke'; readonly grantId: number }
  | {
      readonly type: 'open'
      readonly streamId: number
      readonly grantId: number
      readonly window: number
      readonly source: string
    }
  | { readonly type: 'accept'; readonly streamId: number; readonly window: number }
  | { readonly type: 'refuse'; readonly streamId: number; readonly code: number; readonly message: string }
  | { readonly type: 'window'; readonly streamId: number; readonly consumed: number; readonly window: number }
  | { readonly type: 'fin'; readonly streamId: number }
  | { readonly type: 'reset'; readonly streamId: number; readonly code: number; readonly message: string }
  | { readonly type: 'ping'; readonly nonce: bigint }
  | { readonly type: 'pong'; readonly nonce: bigint }
  | { readonly type: 'goaway'; readonly code: number; readonly message: string }
  | { readonly type: 'ack'; readonly receivedBytes: number }
  | { readonly type: 'signal'; readonly text: string }

export const hello = z.object({
  protocol: z.int().min(1).max(65_535),
  /** The largest receive window that this end gives one stream. */
  windowBytes: z.int().min(1).max(0xffff_ffff),
  /** As many streams may be open or opening at once. */
  streamsMax: z.int().min(1).max(0xffff_ffff),
})
export type Hello = z.infer<typeof hello>

/** Longer messages are cut: they are for people who read logs. */
export const frameMessageBytesMax = 500

interface Shape {
  readonly name: ControlFrame['type'] | 'data' | 'datagram' | 'void'
  readonly of: 'session' | 'stream'
  readonly bytesMin: number
  readonly bytesMax: number
}

const shapes: Readonly<Record<FrameType, Shape>> = {
  [frameType.hello]: { name: 'hello', of: 'session', bytesMin: 2, bytesMax: 1024 },
  [frameType.grant]: { name: 'grant', of: 'session', bytesMin: 5, bytesMax: 4 + 4096 },
  [frameType.revoke]: { name: 'revoke', of: 'session', bytesMin: 4, bytesMax: 4 },
  [frameType.open]: { name: 'open', of: 'stream', bytesMin: 8, bytesMax: 8 + 255 },
  [frameType.accept]: { name: 'accept', of: 'stream', bytesMin: 4, bytesMax: 4 },
  [frameType.refuse]: { name: 'refuse', of: 'stream', bytesMin: 2, bytesMax: 2 + frameMessageBytesMax },
  [frameType.data]: { name: 'data', of: 'stream', bytesMin: 1, bytesMax: framePayloadBytesMax },
  [frameType.window]: { name: 'window', of: 'stream', bytesMin: 12, bytesMax: 12 },
  [frameType.fin]: { name: 'fin', of: 'stream', bytesMin: 0, bytesMax: 0 },
  [frameType.reset]: { name: 'reset', of: 'stream', bytesMin: 2, bytesMax: 2 + frameMessageBytesMax },
  [frameType.datagram]: { name: 'datagram', of: 'stream', bytesMin: 0, bytesMax: datagramBytesMax },
  [frameType.ping]: { name: 'ping', of: 'session', bytesMin: 8, bytesMax: 8 },
  [frameType.pong]: { name: 'pong', of: 'session', bytesMin: 8, bytesMax: 8 },
  [frameType.goaway]: { name: 'goaway', of: 'session', bytesMin: 2, bytesMax: 2 + frameMessageBytesMax },
  [frameType.ack]: { name: 'ack', of: 'session', bytesMin: 8, bytesMax: 8 },
  [frameType.signal]: { name: 'signal', of: 'session', bytesMin: 2, bytesMax: signalBytesMax },
  [frameType.void]: { name: 'void', of: 'stream', bytesMin: 0, bytesMax: datagramBytesMax },
}

/** Writes a head into the eight bytes at `offset`. */
export function writeFrameHead(
  target: Uint8Array,
  offset: number,
  type: FrameType,
  length: number,
  streamId: number,
): void {
  target[offset] = type
  target[offset + 1] = length >>> 16
  target[offset + 2] = length >>> 8
  target[offset + 3] = length
  writeUint32(target, offset + 4, streamId)
}

/** Reads and judges a head: its type, its size and whether such a frame belongs to a stream. */
export function readFrameHead(bytes: Uint8Array, offset = 0): Result<FrameHead, FrameRefusal> {
  const type = byteAt(bytes, offset)
  const shape = isFrameType(type) ? shapes[type] : undefined
  if (shape === undefined) return refuse('unknown-type')
  const length = byteAt(bytes, offset + 1) * 65_536 + readUint16(bytes, offset + 2)
  if (length > shape.bytesMax) return refuse('oversized')
  if (length < shape.bytesMin) return refuse('undersized')
  const streamId = readUint32(bytes, offset + 4)
  if ((streamId === 0) !== (shape.of === 'session')) return refuse('wrong-stream')
  return accept({ type: type as FrameType, length, streamId }) // it has a shape
}

/** The whole frame, head and payload. DATA and DATAGRAM frames are written where their payload lies instead. */
export function encodeFrame(frame: ControlFrame): Buffer {
  switch (frame.type) {
    case 'hello':
      return withText(frameType.hello, 0, 0, JSON.stringify(frame.hello))
    case 'grant': {
      const bytes = withText(frameType.grant, 0, 4, frame.ticket)
      writeUint32(bytes, frameHeadBytes, frame.grantId)
      return bytes
    }
    case 'revoke':
      return withNumber(frameType.revoke, 0, frame.grantId)
    case 'open': {
      const bytes = withText(frameType.open, frame.streamId, 8, frame.source)
      writeUint32(bytes, frameHeadBytes, frame.grantId)
      writeUint32(bytes, frameHeadBytes + 4, frame.window)
      return bytes
    }
    case 'accept':
      return withNumber(frameType.accept, frame.streamId, frame.window)
    case 'refuse':
    case 'reset':
      return withReason(frameType[frame.type], frame.streamId, frame.code, frame.message)
    case 'window': {
      const bytes = emptyFrame(frameType.window, frame.streamId, 12)
      writeUint64(bytes, frameHeadBytes, frame.consumed)
      writeUint32(bytes, frameHeadBytes + 8, frame.window)
      return bytes
    }
    case 'fin':
      return emptyFrame(frameType.fin, frame.streamId, 0)
    case 'ping':
    case 'pong': {
      const bytes = emptyFrame(frameType[frame.type], 0, 8)
      bytes.writeBigUInt64BE(frame.nonce, frameHeadBytes)
      return bytes
    }
    case 'goaway':
      return withReason(frameType.goaway, 0, frame.code, frame.message)
    case 'ack': {
      const bytes = emptyFrame(frameType.ack, 0, 8)
      writeUint64(bytes, frameHeadBytes, frame.receivedBytes)
      return bytes
    }
    case 'signal':
      return withText(frameType.signal, 0, 0, frame.text)
  }
}

/** Reads the payload of any frame but DATA, DATAGRAM and VOID, whose head has passed readFrameHead. */
export function decodePayload(head: FrameHead, payload: Uint8Array): Result<ControlFrame, FrameRefusal> {
  const { streamId } = head
  const name = shapes[head.type].name
  switch (name) {
    case 'hello': {
      const parsed = parseHello(payload)
      return parsed === undefined ? refuse('unreadable') : accept({ type: name, hello: parsed })
    }
    case 'grant':
      return accept({ type: name, grantId: readUint32(payload, 0), ticket: textOf(payload, 4) })
    case 'revoke':
      return accept({ type: name, grantId: readUint32(payload, 0) })
    case 'open':
      return accept({
        type: name,
        streamId,
        grantId: readUint32(payload, 0),
        window: readUint32(payload, 4),
        source: textOf(payload, 8),
      })
    case 'accept':
      return accept({ type: name, streamId, window: readUint32(payload, 0) })
    case 'refuse':
    case 'reset':
      return accept({ type: name, streamId, code: readUint16(payload, 0), message: textOf(payload, 2) })
    case 'window': {
      const consumed = readUint64(payload, 0)
      return consumed === undefined
        ? refuse('unreadable')
        : accept({ type: name, streamId, consumed, window: readUint32(payload, 8) })
    }
    case 'fin':
      return accept({ type: name, streamId })
    case 'ping':
    case 'pong':
      return accept({ type: name, nonce: (BigInt(readUint32(payload, 0)) << 32n) | BigInt(readUint32(payload, 4)) })
    case 'goaway':
      return accept({ type: name, code: readUint16(payload, 0), message: textOf(payload, 2) })
    case 'ack': {
      const receivedBytes = readUint64(payload, 0)
      return receivedBytes === undefined ? refuse('unreadable') : accept({ type: name, receivedBytes })
    }
    case 'signal':
      return accept({ type: name, text: textOf(payload, 0) })
    case 'data':
    case 'datagram':
    case 'void':
      throw new TypeError(`the payload of ${name} is only bytes`)
  }
}

/** As it travels beside the bytes of a link. */
export function encodeDatagram(streamId: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(datagramHeadBytes + payload.length)
  writeUint32(bytes, 0, streamId)
  bytes.set(payload, datagramHeadBytes)
  return bytes
}

/** Likewise: a copy of DATA that stands at this offset of the stream. */
export function encodeCopy(streamId: number, offset: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(copyHeadBytes + payload.length)
  writeUint32(bytes, 0, 0)
  writeUint32(bytes, 4, streamId)
  writeUint64(bytes, 8, offset)
  bytes.set(payload, copyHeadBytes)
  return bytes
}

/** With an offset it is a copy of DATA, else a datagram. */
export interface Beside {
  readonly streamId: number
  readonly offset?: number
  /** A part of the bytes that were read. */
  readonly payload: Uint8Array
}

/** What travels beside the bytes of a link. Undefined: it is none of this. */
export function decodeBeside(bytes: Uint8Array): Beside | undefined {
  if (bytes.length < datagramHeadBytes) return undefined
  const streamId = readUint32(bytes, 0)
  if (streamId !== 0) return { streamId, payload: bytes.subarray(datagramHeadBytes) }
  const offset = bytes.length < copyHeadBytes ? undefined : readUint64(bytes, 8)
  return offset === undefined
    ? undefined
    : { streamId: readUint32(bytes, 4), offset, payload: bytes.subarray(copyHeadBytes) }
}

function parseHello(payload: Uint8Array): Hello | undefined {
  let value: unknown
  try {
    value = JSON.parse(textOf(payload, 0))
  } catch {
    return undefined // refused by the caller as unreadable
  }
  return hello.safeParse(value).data
}

function isFrameType(type: number): type is FrameType {
  return type >= frameType.hello && type <= frameType.void
}

function emptyFrame(type: FrameType, streamId: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(frameHeadBytes + length)
  writeFrameHead(bytes, 0, type, length, streamId)
  return bytes
}

function withNumber(type: FrameType, streamId: number, value: number): Buffer {
  const bytes = emptyFrame(type, streamId, 4)
  writeUint32(bytes, frameHeadBytes, value)
  return bytes
}

/** A frame with room for `room` bytes before the text. */
function withText(type: FrameType, streamId: number, room: number, text: string): Buffer {
  const length = room + Buffer.byteLength(text)
  if (length > shapes[type].bytesMax)
    throw new RangeError(`a ${shapes[type].name} frame of ${length} bytes is too long`)
  const bytes = emptyFrame(type, streamId, length)
  bytes.write(text, frameHeadBytes + room)
  return bytes
}

function withReason(type: FrameType, streamId: number, code: number, message: string): Buffer {
  const text = Buffer.from(message).subarray(0, frameMessageBytesMax)
  const bytes = emptyFrame(type, streamId, 2 + text.length)
  bytes[frameHeadBytes] = code >>> 8
  bytes[frameHeadBytes + 1] = code
  bytes.set(text, frameHeadBytes + 2)
  return bytes
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const textOf = (bytes: Uint8Array, offset: number): string => decoder.decode(bytes.subarray(offset))

/** Callers have compared the length: a missing byte would be a fault of ours, and reads as 0. */
const byteAt = (bytes: Uint8Array, offset: number): number => bytes[offset] ?? 0

const readUint16 = (bytes: Uint8Array, offset: number): number =>
  byteAt(bytes, offset) * 256 + byteAt(bytes, offset + 1)

const readUint32 = (bytes: Uint8Array, offset: number): number =>
  byteAt(bytes, offset) * 0x100_0000 + byteAt(bytes, offset + 1) * 0x1_0000 + readUint16(bytes, offset + 2)

/** Undefined above 2⁵³, which no counter of ours reaches. */
function readUint64(bytes: Uint8Array, offset: number): number | undefined {
  const value = readUint32(bytes, offset) * 0x1_0000_0000 + readUint32(bytes, offset + 4)
  return Number.isSafeInteger(value) ? value : undefined
}

function writeUint32(target: Uint8Array, offset: number, value: number): void {
  target[offset] = value >>> 24
  target[offset + 1] = value >>> 16
  target[offset + 2] = value >>> 8
  target[offset + 3] = value
}

function writeUint64(target: Uint8Array, offset: number, value: number): void {
  writeUint32(target, offset, Math.floor(value / 0x1_0000_0000))
  writeUint32(target, offset + 4, value >>> 0)
}
