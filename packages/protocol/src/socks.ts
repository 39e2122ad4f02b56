// SOCKS5 as its server reads and answers it (RFC 1928), without authentication. Port numbers are big-endian.
//
//   client → server   05, count, as many methods           server → client   05, method; ff: none of them will do
//   client → server   05, command, 00, address, port       server → client   05, reply, 00, address, port
//
//
// A client of a local agent that asks for datagrams (command 03) is given a port there; the local agent asks the device for
// them by command 83, which no other client sends: they travel beside the stream, as socks-datagrams.ts has them.

import { addressBytes, addressLengthOf, hostOf } from './socks-address.ts'

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
  readonly command: 'connect' | 'bind' | 'udp-associate' | 'udp-beside-stream' | 'unknown'
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
/** In the place of `udp-associate`: this end has a port for them. */
export const udpBesideStream = 0x83
const commands = new Map<number | undefined, SocksRequest['command']>([
  [1, 'connect'],
  [2, 'bind'],
  [3, 'udp-associate'],
  [udpBesideStream, 'udp-beside-stream'],
])

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
  const [first, code, reserved, addressType, nameLength] = bytes
  if ((first ?? version) !== version || (reserved ?? 0) !== 0) return refused('malformed')
  if (addressType === undefined) return incomplete
  const start = addressType === 3 ? 5 : 4
  const length = addressLengthOf(addressType, nameLength)
  if (length === undefined) return refused('address-type')
  if (nameLength === undefined || bytes.length < start + length + 2) return incomplete
  const host = hostOf(addressType, bytes.subarray(start, start + length))
  const port = (bytes[start + length] ?? 0) * 256 + (bytes[start + length + 1] ?? 0)
  const command = commands.get(code) ?? 'unknown'
  // Who asks for datagrams may not know yet from where they will come.
  const isWithoutPort = command === 'udp-associate' || command === 'udp-beside-stream'
  if (host === undefined || (port === 0 && !isWithoutPort)) return refused('malformed')
  return { state: 'read', value: { command, host, port }, byteCount: start + length + 2 }
}

export function encodeSocksMethod(isAnonymousFine: boolean): Uint8Array {
  return Uint8Array.of(version, isAnonymousFine ? noAuthentication : 0xff)
}

/** Without the address that the connection comes from: which one the device uses is nobody's affair. */
export function encodeSocksReply(reply: SocksReply, place = { host: '0.0.0.0', port: 0 }): Uint8Array {
  return Uint8Array.of(version, reply, 0, ...addressBytes(place))
}

/** What an older client reads as a refusal. */
export const socks4Rejection = Uint8Array.of(0, 0x5b, 0, 0, 0, 0, 0, 0)
