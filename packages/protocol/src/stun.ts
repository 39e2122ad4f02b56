// "How do I look from outside?": the binding request of STUN (RFC 8489) and its answers, over UDP. All else that the RFC
// knows (authentication, other methods) is refused. Numbers are big-endian.
//
//   bytes 0..1    0x0001 request, 0x0101 answer, 0x0111 error
//   bytes 2..3    length of the attributes, a multiple of four
//   bytes 4..7    0x2112a442
//   bytes 8..19   transaction id: the asker's random bytes, which the answer repeats
//
//   attributes    u16 type, u16 length, the value, padded to four bytes
//   0x0009 ERROR-CODE          two zero bytes, class, number, reason as text
//   0x000a UNKNOWN-ATTRIBUTES  u16 each
//   0x0020 XOR-MAPPED-ADDRESS  zero, family (1 IPv4, 2 IPv6), port and address, XORed with the bytes from 4 on
//   0x8022 SOFTWARE            who asks; also makes a request as long as its answer
//   0x8028 FINGERPRINT         the CRC-32 of what stands before it, XORed with 0x5354554e; always the last

import { crc32 } from 'node:zlib'
import { accept, refuse, type Result } from '@farport/basics'
import { ipFromBytes, ipToBytes } from './ip-bytes.ts'

export const stunTransactionIdBytes = 12
/** What any network carries in one piece. Longer messages are not looked at. */
export const stunMessageBytesMax = 548

export interface StunAddress {
  readonly host: string
  readonly port: number
}

export type StunMessage =
  /** unknownAttributes: those that one must understand in order to answer. */
  | { readonly type: 'request'; readonly transactionId: Buffer; readonly unknownAttributes: readonly number[] }
  | { readonly type: 'answer'; readonly transactionId: Buffer; readonly address: StunAddress }
  | { readonly type: 'error'; readonly transactionId: Buffer; readonly code: number }

const headBytes = 20
const magic = 0x2112a442
const fingerprintMask = 0x5354554e
const fingerprintBytes = 8
const kind = { request: 0x0001, answer: 0x0101, error: 0x0111 } as const
const attribute = {
  errorCode: 0x0009,
  unknownAttributes: 0x000a,
  xorMappedAddress: 0x0020,
  software: 0x8022,
  fingerprint: 0x8028,
} as const
/** Attributes from here on may be passed over by who does not know them. */
const firstOptionalAttribute = 0x8000
const unknownAttributesMax = 16

/** As long as an answer may be: a relay sends no more than came, so that nobody gains by asking in another's name. */
export function encodeStunRequest(transactionId: Uint8Array): Buffer {
  return encode(kind.request, transactionId, [{ type: attribute.software, value: software }])
}

/** An IPv6 address, with its family and port. */
const software = Buffer.from('farport'.padEnd(20))

/** Tells the asker the address that its request came from. Throws when `host` is no address. */
export function encodeStunAnswer(transactionId: Uint8Array, address: StunAddress): Buffer {
  return encode(kind.answer, transactionId, [
    { type: attribute.xorMappedAddress, value: xorAddress(transactionId, address) },
  ])
}

/** 420: the request has attributes that the answerer does not know, and may not pass over. */
export function encodeStunUnknownAttributes(transactionId: Uint8Array, unknown: readonly number[]): Buffer {
  const reason = Buffer.from('Unknown Attribute')
  const types = Buffer.alloc(unknown.length * 2)
  for (const [at, type] of unknown.entries()) types.writeUInt16BE(type, at * 2)
  return encode(kind.error, transactionId, [
    { type: attribute.errorCode, value: Buffer.concat([Buffer.from([0, 0, 4, 20]), reason]) },
    { type: attribute.unknownAttributes, value: types },
  ])
}

/** One datagram. Looks at no more than it has to: a first glance tells most of what is not STUN. */
export function decodeStun(bytes: Uint8Array): Result<StunMessage, 'unreadable'> {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!isStunHead(message)) return refuse('unreadable')
  const attributes = readAttributes(message)
  if (attributes === undefined) return refuse('unreadable')
  const transactionId = Buffer.from(message.subarray(8, headBytes))
  switch (message.readUInt16BE(0)) {
    case kind.request:
      return accept({ type: 'request', transactionId, unknownAttributes: unknownOf(attributes) })
    case kind.answer: {
      const value = attributes.find(({ type }) => type === attribute.xorMappedAddress)?.value
      const address = value && readXorAddress(message, value)
      return address === undefined ? refuse('unreadable') : accept({ type: 'answer', transactionId, address })
    }
    case kind.error: {
      const value = attributes.find(({ type }) => type === attribute.errorCode)?.value
      const code = value && readErrorCode(value)
      return code === undefined ? refuse('unreadable') : accept({ type: 'error', transactionId, code })
    }
    default:
      return refuse('unreadable')
  }
}

interface Attribute {
  readonly type: number
  readonly value: Buffer
}

function encode(messageKind: number, transactionId: Uint8Array, attributes: readonly Attribute[]): Buffer {
  if (transactionId.length !== stunTransactionIdBytes)
    throw new RangeError(`a transaction id has ${stunTransactionIdBytes} bytes`)
  const body = attributes.map(encodeAttribute)
  const bodyBytes = body.reduce((sum, { length }) => sum + length, 0)
  const head = Buffer.alloc(headBytes)
  head.writeUInt16BE(messageKind, 0)
  head.writeUInt16BE(bodyBytes + fingerprintBytes, 2)
  head.writeUInt32BE(magic, 4)
  head.set(transactionId, 8)
  const before = Buffer.concat([head, ...body])
  const fingerprint = Buffer.alloc(4)
  fingerprint.writeUInt32BE(fingerprintOf(before))
  return Buffer.concat([before, encodeAttribute({ type: attribute.fingerprint, value: fingerprint })])
}

function encodeAttribute({ type, value }: Attribute): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length))
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt16BE(value.length, 2)
  bytes.set(value, 4)
  return bytes
}

const padded = (length: number): number => Math.ceil(length / 4) * 4

const fingerprintOf = (before: Uint8Array): number => (crc32(before) ^ fingerprintMask) >>> 0

function isStunHead(message: Buffer): boolean {
  return (
    message.length >= headBytes &&
    message.length <= stunMessageBytesMax &&
    message.length % 4 === 0 &&
    message.readUInt32BE(4) === magic &&
    message.readUInt16BE(2) === message.length - headBytes
  )
}

/** Undefined when they do not fill the message exactly, or the fingerprint is wrong or not the last. */
function readAttributes(message: Buffer): Attribute[] | undefined {
  const attributes: Attribute[] = []
  let offset = headBytes
  while (offset < message.length) {
    const type = message.readUInt16BE(offset)
    const length = message.readUInt16BE(offset + 2)
    const next = offset + 4 + padded(length)
    if (next > message.length) return undefined
    const value = message.subarray(offset + 4, offset + 4 + length)
    if (type === attribute.fingerprint && !isFingerprint(message, offset, value)) return undefined
    attributes.push({ type, value })
    offset = next
  }
  return attributes
}

function isFingerprint(message: Buffer, offset: number, value: Buffer): boolean {
  const isLast = offset + fingerprintBytes === message.length
  return isLast && value.length === 4 && value.readUInt32BE(0) === fingerprintOf(message.subarray(0, offset))
}

function unknownOf(attributes: readonly Attribute[]): number[] {
  const known: readonly number[] = Object.values(attribute)
  return attributes
    .map(({ type }) => type)
    .filter((type) => type < firstOptionalAttribute && !known.includes(type))
    .slice(0, unknownAttributesMax)
}

function xorAddress(transactionId: Uint8Array, { host, port }: StunAddress): Buffer {
  const plain = ipToBytes(host)
  if (plain === undefined) throw new TypeError('STUN tells addresses, not names')
  const value = Buffer.alloc(4 + plain.length)
  value[1] = plain.length === 4 ? 1 : 2
  value.writeUInt16BE(port ^ (magic >>> 16), 2)
  value.set(xor(plain, Buffer.concat([magicBytes, transactionId])), 4)
  return value
}

const magicBytes = Buffer.alloc(4)
magicBytes.writeUInt32BE(magic)

function readXorAddress(message: Buffer, value: Buffer): StunAddress | undefined {
  const length = value[1] === 1 ? 4 : 16
  if (value.length !== 4 + length || (value[1] !== 1 && value[1] !== 2)) return undefined
  const host = ipFromBytes(xor(value.subarray(4), message.subarray(4, headBytes)))
  const port = value.readUInt16BE(2) ^ (magic >>> 16)
  return host === undefined || port === 0 ? undefined : { host, port }
}

/** As long as the first. */
function xor(bytes: Uint8Array, mask: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => byte ^ (mask[at] ?? 0))
}

function readErrorCode(value: Buffer): number | undefined {
  const [, , hundreds, rest] = value
  if (hundreds === undefined || rest === undefined) return undefined
  const code = (hundreds & 7) * 100 + rest
  return code >= 300 && code <= 699 && rest < 100 ? code : undefined
}
