// Opaque ids: a kind letter, a dash, 16 base-32 characters (`d-01h8…`). Time-ordered, safe in a DNS label.
// 42 bits of milliseconds since 2020 (until 2159), then 38 bits that are random at first and count up within a millisecond.

import type { Brand } from '@farport/basics'

export type AccountId = Brand<string, 'AccountId'>
export type DeviceId = Brand<string, 'DeviceId'>
export type ServiceId = Brand<string, 'ServiceId'>
export type NetworkId = Brand<string, 'NetworkId'>
export type RelayId = Brand<string, 'RelayId'>
export type EventId = Brand<string, 'EventId'>
export type MailId = Brand<string, 'MailId'>
export type RegistrationId = Brand<string, 'RegistrationId'>
export type TagId = Brand<string, 'TagId'>
export type RoleId = Brand<string, 'RoleId'>
export type NotificationId = Brand<string, 'NotificationId'>
export type WebhookDeliveryId = Brand<string, 'WebhookDeliveryId'>

/** A connection, and the session of its use, share one UUID: clients expect 36 characters. */
export type ConnectionId = Brand<string, 'ConnectionId'>

interface IdByKind {
  a: AccountId
  d: DeviceId
  s: ServiceId
  n: NetworkId
  r: RelayId
  e: EventId
  m: MailId
  c: RegistrationId
  g: TagId
  p: RoleId
  i: NotificationId
  w: WebhookDeliveryId
}

export type IdKind = keyof IdByKind

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const epochMs = Date.UTC(2020, 0, 1)
const randomBits = 38n
const randomMask = (1n << randomBits) - 1n
const idPattern = /^([adsnremcgpiw])-[0-9a-hjkmnp-tv-z]{16}$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export interface IdSource {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Eight random bytes. */
  randomBytes(): Uint8Array
}

/** Makes ids that sort by the moment they were made, also within one millisecond of one process. */
export function createIdFactory(source: IdSource): <Kind extends IdKind>(kind: Kind) => IdByKind[Kind] {
  let lastMs = -1
  let lastRandom = 0n
  return (kind) => {
    const nowMs = Math.max(source.now() - epochMs, lastMs, 0)
    lastRandom = nowMs === lastMs ? lastRandom + 1n : randomStart(source.randomBytes())
    lastMs = nowMs
    const bits = (BigInt(nowMs) << randomBits) | (lastRandom & randomMask)
    return `${kind}-${toBase32(bits)}` as IdByKind[typeof kind] // built to the pattern that parseId checks
  }
}

/** The id if the text is one of that kind, else undefined. Every id from outside passes here once. */
export function parseId<Kind extends IdKind>(kind: Kind, text: unknown): IdByKind[Kind] | undefined {
  if (typeof text !== 'string' || idPattern.exec(text)?.[1] !== kind) return undefined
  return text as IdByKind[Kind] // the pattern and the kind were just checked
}

/** The kind letter of a well-formed id, else undefined. */
export function idKindOf(text: string): IdKind | undefined {
  return idPattern.exec(text)?.[1] as IdKind | undefined // the pattern names exactly the kinds
}

export function parseConnectionId(text: unknown): ConnectionId | undefined {
  if (typeof text !== 'string' || !uuidPattern.test(text)) return undefined
  return text as ConnectionId // the pattern was just checked
}

/** The top bit stays free, so that counting up never overflows within a millisecond. */
function randomStart(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes.subarray(0, 8)) value = (value << 8n) | BigInt(byte)
  return value & (randomMask >> 1n)
}

function toBase32(bits: bigint): string {
  let text = ''
  for (let rest = bits; text.length < 16; rest >>= 5n) text = alphabet[Number(rest & 31n)] + text
  return text
}
