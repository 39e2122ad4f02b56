// Datagrams of SOCKS clients (RFC 1928, section 7), to the server and from it. They are never put together from fragments.
//
//   00 00, fragment 00, address, port, then what is meant for the other side

import { addressBytes, addressLengthOf, hostOf } from './socks-address.ts'

export interface SocksDatagram {
  /** Where to, or where from. */
  readonly host: string
  readonly port: number
  readonly payload: Uint8Array
}

/** Undefined: not one, or a fragment. The payload is a view. */
export function readSocksDatagram(bytes: Uint8Array): SocksDatagram | undefined {
  const [first, second, fragment, kind, nameLength] = bytes
  if (first !== 0 || second !== 0 || fragment !== 0 || kind === undefined) return undefined
  const length = addressLengthOf(kind, nameLength)
  if (length === undefined) return undefined
  const start = kind === 3 ? 5 : 4
  const end = start + length
  if (bytes.length < end + 2) return undefined
  const host = hostOf(kind, bytes.subarray(start, end))
  const port = (bytes[end] ?? 0) * 256 + (bytes[end + 1] ?? 0)
  return host === undefined || port === 0 ? undefined : { host, port, payload: bytes.subarray(end + 2) }
}

/** From an IP address. */
export function encodeSocksDatagram({ host, port, payload }: SocksDatagram): Uint8Array {
  return Buffer.concat([noFragment, addressBytes({ host, port }), payload])
}

const noFragment = new Uint8Array(3)
