// IP addresses as bytes, 4 or 16 of them, and back as the one text that each address has (RFC 5952).

import { ipVersionOf } from '@farport/vocabulary'

/** Undefined when the text is no address. */
export function ipToBytes(text: string): Uint8Array | undefined {
  const version = ipVersionOf(text)
  if (version === undefined) return undefined
  return version === 4 ? ipv4Bytes(text) : ipv6Bytes(text)
}

/** An IPv4 address that stands inside an IPv6 one (::ffff:192.0.2.1) is taken out. Undefined of any other length. */
export function ipFromBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.length !== 16) return undefined
  if (mappedPrefix.every((byte, at) => bytes[at] === byte)) return bytes.subarray(12).join('.')
  return ipv6Text(bytes)
}

const mappedPrefix = [...Array.from({ length: 10 }, () => 0), 0xff, 0xff]

function ipv4Bytes(text: string): Uint8Array {
  return Uint8Array.from(text.split('.'), Number)
}

function ipv6Bytes(text: string): Uint8Array {
  const [before = '', after] = text.split('::')
  const head = groupBytes(before)
  const tail = groupBytes(after ?? '')
  const bytes = new Uint8Array(16)
  bytes.set(head)
  bytes.set(tail, 16 - tail.length)
  return bytes
}

function groupBytes(groups: string): number[] {
  if (groups === '') return []
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return [...ipv4Bytes(group)]
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

function ipv6Text(bytes: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, at) => ((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0))
  const { start, length } = longestZeros(groups)
  const text = (part: number[]): string => part.map((group) => group.toString(16)).join(':')
  if (length < 2) return text(groups)
  return `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`
}

/** The first of the longest rows of zeros. */
function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 }
  let length = 0
  for (const [at, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0
    if (length > longest.length) longest = { start: at - length + 1, length }
  }
  return longest
}
