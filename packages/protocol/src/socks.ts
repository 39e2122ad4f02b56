// SOCKS5 as its server reads and answers it (RFC 1928), without authentication. Port numbers are big-endian.
//
//   client → server   05, count, as many methods           server → client   05, method; ff: none of them will do
//   client → server   05, command, 00, address, port       server → client   05, reply, 00, address, port
//
//   address   01, then 4 bytes · 04, then 16 bytes · 03, a length, then a name as long

import { ipFromBytes } from './ip-bytes.ts'

/** No greeting and no request is longer: who has sent so much has sent one, or nothing that will ever be one. */
export const socksMessageBytesMax = 262

export type SocksRefusal =
  | 'socks4' // an older protocol, which names no names
  | 'not-socks' // another protocol altogether
  | 'method' // the client insists on authentication
  | 'malformed'
  | 'address-type'

/** `byteCount`: so many bytes belonged to it; what follows is the client's next word. */
export type SocksReading<Value> =
  | { readonly state: 'incomplete' }
  | { readonly state: 'read'; readonly value: Value; readonly byteCount: number }
  | { readonly state: 'refused'; readonly refusal: SocksRefusal }

export interface SocksRequest {
  readonly command: 'connect' | 'bind' | 'udp-associate' | 'unknown'
  /** An IP address, or a name. */
  readonly host: string
  readonly port: number
}

export const socksReply = {
  succeeded: 0,
  failed: 1,
  notAllowed: 2,
  networkUnreachable: 3,
  hostUnreachable: 4,
  connectionRefused: 5,
  timedOut: 6,
  commandNotSupported: 7,
  addressTypeNotSupported: 8,
} as const
export type SocksReply = (typeof socksReply)[keyof typeof socksReply]

const version = 5
const noAuthentication = 0
const commands = ['connect', 'bind', 'udp-associate'] as const

const incomplete = { state: 'incomplete' } as const
const refused = (refusal: SocksRefusal): { state: 'refused'; refusal: SocksRefusal } => ({ state: 'refused', refusal })

/** Of all that has come so far. */
export function readSocksGreeting(bytes: Uint8Array): SocksReading<true> {
  const [first, count] = bytes
  if (first === undefined) return incomplete
  if (first !== version) return refused(first === 4 ? 'socks4' : 'not-socks')
  if (count === undefined || bytes.length < 2 + count) return incomplete
  const isAnonymousFine = bytes.subarray(2, 2 + count).includes(noAuthentication)
  return isAnonymousFine ? { state: 'read', value: true, byteCount: 2 + count } : refused('method')
}

/** Of all that has come after the greeting. */
export function readSocksRequest(bytes: Uint8Array): SocksReading<SocksRequest> {
  const [first, command, reserved, addressType, nameLength] = bytes
  if ((first ?? version) !== version || (reserved ?? 0) !== 0) return refused('malformed')
  if (addressType === undefined) return incomplete
  const start = addressType === 3 ? 5 : 4
  const length = addressLengthOf(addressType, nameLength)
  if (length === undefined) return refused('address-type')
  if (nameLength === undefined || bytes.length < start + length + 2) return incomplete
  const host = hostOf(addressType, bytes.subarray(start, start + length))
  const port = (bytes[start + length] ?? 0) * 256 + (bytes[start + length + 1] ?? 0)
  if (host === undefined || port === 0) return refused('malformed')
  const value: SocksRequest = { command: commands[(command ?? 0) - 1] ?? 'unknown', host, port }
  return { state: 'read', value, byteCount: start + length + 2 }
}

export function encodeSocksMethod(isAnonymousFine: boolean): Uint8Array {
  return Uint8Array.of(version, isAnonymousFine ? noAuthentication : 0xff)
}

/** Without the address that the connection comes from: which one the device uses is nobody's affair. */
export function encodeSocksReply(reply: SocksReply): Uint8Array {
  return Uint8Array.of(version, reply, 0, 1, 0, 0, 0, 0, 0, 0)
}

/** What an older client reads as a refusal. */
export const socks4Rejection = Uint8Array.of(0, 0x5b, 0, 0, 0, 0, 0, 0)

function addressLengthOf(addressType: number, nameLength: number | undefined): number | undefined {
  if (addressType === 1) return 4
  if (addressType === 4) return 16
  return addressType === 3 ? (nameLength ?? 0) : undefined
}

function hostOf(addressType: number, bytes: Uint8Array): string | undefined {
  if (addressType !== 3) return ipFromBytes(bytes)
  const name = String.fromCharCode(...bytes)
  return isName(name) ? name : undefined
}

/** Strange bytes in a name could mean anything to whoever resolves or logs it. Colons: some write addresses as names. */
const isName = (name: string): boolean => /^[A-Za-z0-9_.:-]+$/.test(name)
