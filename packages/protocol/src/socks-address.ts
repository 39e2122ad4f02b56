// Where a SOCKS client wants to go: a kind, an address or a name, and a port.
//
//   address   01, then 4 bytes · 04, then 16 bytes · 03, a length, then a name as long

import { ipFromBytes, ipToBytes } from './ip-bytes.ts'

/** So many bytes after the kind. Undefined: there is no such kind. `nameLength`: the byte after the kind. */
export function addressLengthOf(kind: number, nameLength: number | undefined): number | undefined {
  if (kind === 1) return 4
  if (kind === 4) return 16
  return kind === 3 ? (nameLength ?? 0) : undefined
}

/** An IP address, or a name. Undefined: what could mean anything. */
export function hostOf(kind: number, bytes: Uint8Array): string | undefined {
  if (kind !== 3) return ipFromBytes(bytes)
  const name = String.fromCharCode(...bytes)
  return isName(name) ? name : undefined
}

/** Strange bytes in a name could mean anything to whoever resolves or logs it. Colons: some write addresses as names. */
const isName = (name: string): boolean => /^[A-Za-z0-9_.:-]+$/.test(name)

/** With its kind before it. Only IP addresses are told: whatever else is told as none. */
export function addressBytes({ host, port }: { readonly host: string; readonly port: number }): Uint8Array {
  const ip = ipToBytes(host) ?? new Uint8Array(4)
  return Uint8Array.of(ip.length === 4 ? 1 : 4, ...ip, port >> 8, port & 0xff)
}
