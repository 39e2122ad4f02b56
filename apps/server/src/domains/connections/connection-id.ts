// Ids of connections: UUIDs of version 7, which sort by the moment they were made.

import { parseConnectionId, type ConnectionId } from '@farport/vocabulary'

/** `random`: ten bytes. */
export function connectionIdOf(nowMs: number, random: Uint8Array): ConnectionId {
  const bytes = new Uint8Array(16)
  bytes.set(random.subarray(0, 10), 6)
  new DataView(bytes.buffer).setBigUint64(0, (BigInt(nowMs) << 16n) | 0x7000n | BigInt(low12(random)))
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const text = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const id = parseConnectionId(text)
  if (id === undefined) throw new RangeError(`no UUID can be made from the moment ${nowMs}`)
  return id
}

const low12 = (random: Uint8Array): number => (((random[0] ?? 0) << 8) | (random[1] ?? 0)) & 0x0fff
