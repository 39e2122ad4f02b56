// What happened to the first devices of a fleet during the last weeks: registrations, drops, sessions. Bounded, however
// many devices there are.

import { randomUUID } from 'node:crypto'
import { createIdFactory, webInitiator, type AccountId } from '@farport/vocabulary'
import { deviceTarget } from '../../apps/server/src/domains/devices/device-events.ts'
import type { Database } from '../../apps/server/src/platform/database.ts'
import type { EventTarget } from '../../apps/server/src/platform/events.ts'
import type { Random } from './random.ts'
import type { SeededDevice } from './seed-devices.ts'
import { insertColumns } from './seed-store.ts'

const hourMs = 3_600_000
const daysBack = 28
const sessionsPerDevice = 4

interface PastEvent {
  readonly type: string
  readonly state?: string
  readonly action?: string
  readonly actorId?: AccountId
  readonly deviceId: string
  readonly target: EventTarget
  readonly data?: Readonly<Record<string, unknown>>
  readonly atMs: number
}

interface PastSession {
  readonly id: string
  readonly device: SeededDevice
  readonly service: number
  readonly fromMs: number
  readonly untilMs: number
  readonly bytes: number
}

export async function seedHistory(
  database: Database,
  random: Random,
  { accountId, nowMs }: { accountId: AccountId; nowMs: number },
  devices: readonly SeededDevice[],
): Promise<void> {
  const sessions = devices.flatMap((device) => pastSessions(random, device, nowMs))
  const events = [
    ...devices.flatMap((device) => comingsAndGoings(accountId, device, nowMs)),
    ...sessions.flatMap((session) => connects(accountId, session)),
  ].toSorted((one, other) => one.atMs - other.atMs)
  let atMs = 0
  const newId = createIdFactory({ now: () => atMs, randomBytes: () => random.bytes(8) })
  const ids = events.map((event) => {
    atMs = event.atMs
    return newId('e')
  })
  await database.transaction(async (tx) => {
    await insertColumns(tx, 'events', [
      ['account_id', 'text', events.map(() => accountId)],
      ['id', 'text', ids],
      ['type', 'text', events.map(({ type }) => type)],
      ['state', 'text', events.map(({ state }) => state ?? null)],
      ['action', 'text', events.map(({ action }) => action ?? null)],
      ['actor_id', 'text', events.map(({ actorId }) => actorId ?? null)],
      ['device_id', 'text', events.map(({ deviceId }) => deviceId)],
      ['targets', 'jsonb', events.map(({ target }) => JSON.stringify([target]))],
      ['data', 'jsonb', events.map(({ data }) => JSON.stringify(data ?? {}))],
      ['at', 'timestamptz', events.map((event) => new Date(event.atMs).toISOString())],
    ])
    await insertColumns(tx, 'sessions', [
      ['account_id', 'text', sessions.map(() => accountId)],
      ['id', 'uuid', sessions.map(({ id }) => id)],
      ['device_id', 'text', sessions.map(({ device }) => device.id)],
      ['service_id', 'text', sessions.map(({ device, service }) => device.serviceIds[service])],
      ['user_id', 'text', sessions.map(() => accountId)],
      ['is_proxy', 'boolean', sessions.map(() => true)],
      ['initiator_platform', 'integer', sessions.map(() => webInitiator)],
      ['target', 'jsonb', sessions.map((session) => JSON.stringify(targetOf(accountId, session)))],
      ['began_at', 'timestamptz', sessions.map(({ fromMs }) => new Date(fromMs).toISOString())],
      ['rx_bytes', 'bigint', sessions.map(({ bytes }) => bytes)],
      ['tx_bytes', 'bigint', sessions.map(({ bytes }) => Math.floor(bytes / 20))],
      ['ended_at', 'timestamptz', sessions.map(({ untilMs }) => new Date(untilMs).toISOString())],
      ['end_reason', 'text', sessions.map(() => 'idle')],
    ])
  })
}

function pastSessions(random: Random, device: SeededDevice, nowMs: number): PastSession[] {
  const earliestMs = Math.max(device.createdMs, nowMs - daysBack * 24 * hourMs)
  const latestMs = (device.online.at(-1)?.untilMs ?? nowMs) - 2 * hourMs
  if (latestMs <= earliestMs) return []
  return Array.from({ length: random.below(sessionsPerDevice + 1) }, () => {
    const fromMs = Math.floor(earliestMs + random.next() * (latestMs - earliestMs))
    const lengthMs = Math.floor(60_000 + random.next() ** 3 * 2 * hourMs)
    const service = random.below(device.serviceIds.length)
    return { id: randomUUID(), device, service, fromMs, untilMs: fromMs + lengthMs, bytes: random.below(50_000_000) }
  })
}

function comingsAndGoings(accountId: AccountId, device: SeededDevice, nowMs: number): PastEvent[] {
  const target = deviceTarget({ accountId, ...device })
  const about = { deviceId: device.id, target }
  const registered = { ...about, type: 'DEVICE_REFRESH', action: 'device-registered', actorId: accountId }
  const states = device.online.flatMap(({ fromMs, untilMs }) => [
    { ...about, type: 'DEVICE_STATE', state: 'active', atMs: fromMs },
    ...(untilMs === undefined ? [] : [{ ...about, type: 'DEVICE_STATE', state: 'inactive', atMs: untilMs }]),
  ])
  const all = [{ ...registered, atMs: device.createdMs }, ...states]
  return all.filter(({ atMs }) => atMs > nowMs - daysBack * 24 * hourMs)
}

function connects(accountId: AccountId, session: PastSession): PastEvent[] {
  const { id, device, fromMs, untilMs, bytes } = session
  const data = { session: id, platform: webInitiator, proxy: true }
  const about = {
    type: 'DEVICE_CONNECT',
    actorId: accountId,
    deviceId: device.id,
    target: targetOf(accountId, session),
  }
  const lifetime = Math.round((untilMs - fromMs) / 1000)
  const used = { ...data, rxBytes: String(bytes), txBytes: String(Math.floor(bytes / 20)), lifetime }
  return [
    { ...about, state: 'connected', data, atMs: fromMs },
    { ...about, state: 'disconnected', action: 'idle', data: used, atMs: untilMs },
  ]
}

function targetOf(accountId: AccountId, { device, service }: PastSession): EventTarget {
  const planned = device.services[service]
  return {
    id: device.serviceIds[service] ?? '',
    name: planned?.name ?? '',
    application: planned?.application ?? 1,
    platform: device.platform,
    ownerId: accountId,
    deviceId: device.id,
  }
}
