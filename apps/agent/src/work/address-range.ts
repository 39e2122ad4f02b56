// Ranges of IP addresses, and what lies in them. Pure.

import { ipToBytes } from '@farport/protocol'
import { isIpRange } from '@farport/vocabulary'

export interface AddressRange {
  /** 4 or 16 bytes; those of IPv4 in IPv6 clothes are 4. */
  readonly base: Uint8Array
  readonly bits: number
}

/** An address, or a range such as 10.0.0.0/8. Undefined when the text is neither. */
export function parseAddressRange(text: string): AddressRange | undefined {
  if (!isIpRange(text)) return undefined
  const [address = '', bitsText] = text.split('/')
  const raw = ipToBytes(address)
  if (raw === undefined) return undefined
  const bits = bitsText === undefined ? raw.length * 8 : Number(bitsText)
  return isMapped(raw) && bits >= mappedBits ? { base: raw.subarray(12), bits: bits - mappedBits } : { base: raw, bits }
}

/** Whether all of the inner one lies in the outer one. */
export function contains(outer: AddressRange, inner: AddressRange): boolean {
  if (outer.base.length !== inner.base.length || outer.bits > inner.bits) return false
  const wholeBytes = outer.bits >> 3
  const restBits = outer.bits & 7
  for (let at = 0; at < wholeBytes; at += 1) if (outer.base[at] !== inner.base[at]) return false
  if (restBits === 0) return true
  const mask = 0xff00 >> restBits
  return (((outer.base[wholeBytes] ?? 0) ^ (inner.base[wholeBytes] ?? 0)) & mask & 0xff) === 0
}

const mappedBits = 96

function isMapped(bytes: Uint8Array): boolean {
  return bytes.length === 16 && bytes.subarray(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 0xff))
}
