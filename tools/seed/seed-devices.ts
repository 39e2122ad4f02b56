// Writes the devices of one account, some thousand in a transaction.

import { randomBytes } from 'node:crypto'
import { createIdFactory, tagColours, type AccountId, type DeviceId, type ServiceId } from '@farport/vocabulary'
import { recordActivity } from '../../apps/server/src/domains/devices/activity-store.ts'
import { averagedMs, dayMs, type ActivityChange } from '../../apps/server/src/domains/devices/activity.ts'
import { qualities, qualityOf } from '../../apps/server/src/domains/devices/quality.ts'
import type { Database, Queries, Tx } from '../../apps/server/src/platform/database.ts'
import { tagNames } from './device-names.ts'
import { planDevice, type OnlineSpan, type PlannedDevice } from './fleet.ts'
import type { Random } from './random.ts'
import { insertColumns, tagIds } from './seed-store.ts'

export interface FleetWish {
  readonly accountId: AccountId
  readonly count: number
  /** How many devices the account has already: the new ones are numbered from there. */
  readonly numberFirst: number
  readonly relayId: string
  readonly nowMs: number
}

export interface SeededDevice extends PlannedDevice {
  readonly id: DeviceId
  readonly serviceIds: readonly ServiceId[]
}

const batchSize = 5000
/** Of the devices of a fleet, those whose past is told in full. */
const rememberedMax = 300

/** Gives the first ones back. */
export async function seedDevices(
  database: Database,
  random: Random,
  wish: FleetWish,
  onProgress: (done: number) => void,
): Promise<SeededDevice[]> {
  const tags = await ensureTags(database, wish)
  let nowMs = 0
  const newId = createIdFactory({ now: () => nowMs, randomBytes: () => random.bytes(8) })
  const first: SeededDevice[] = []
  for (let start = 0; start < wish.count; start += batchSize) {
    const length = Math.min(batchSize, wish.count - start)
    const batch = Array.from({ length }, (_, offset): SeededDevice => {
      const index = start + offset
      const place = { index, count: wish.count, number: wish.numberFirst + index, nowMs: wish.nowMs }
      const planned = planDevice(random, place)
      nowMs = planned.createdMs
      return { ...planned, id: newId('d'), serviceIds: planned.services.map(() => newId('s')) }
    })
    await database.transaction((tx) => insertDevices(tx, batch, { ...wish, tags }))
    first.push(...batch.slice(0, Math.max(0, rememberedMax - first.length)))
    onProgress(start + length)
  }
  return first
}

async function insertDevices(
  tx: Tx,
  devices: readonly SeededDevice[],
  { accountId, relayId, tags, nowMs }: FleetWish & { tags: readonly string[] },
): Promise<void> {
  const same = <Value>(value: Value) => devices.map(() => value)
  const ids = devices.map(({ id }) => id)
  const created = devices.map(({ createdMs }) => moment(createdMs))
  await insertColumns(tx, 'devices', [
    ['account_id', 'text', same(accountId)],
    ['id', 'text', ids],
    ['name', 'text', devices.map(({ name }) => name)],
    ['platform', 'integer', devices.map(({ platform }) => platform)],
    ['hardware_id', 'text', devices.map(({ hardwareId }) => hardwareId)],
    ['attributes', 'jsonb', devices.map(({ description }) => JSON.stringify(description === undefined ? {} : { description }))], // prettier-ignore
    ['created_at', 'timestamptz', created],
    ['revised_at', 'timestamptz', created],
  ])
  const seen = devices.map(seenOf)
  const averages = devices.map((device) => averagesFor(device, nowMs))
  await insertColumns(tx, 'device_presence', [
    ['account_id', 'text', same(accountId)],
    ['device_id', 'text', ids],
    ['is_online', 'boolean', seen.map(({ isOnline }) => isOnline)],
    ['relay_id', 'text', seen.map(({ sinceMs }) => (sinceMs === undefined ? null : relayId))],
    ['entered_at', 'timestamptz', seen.map(({ sinceMs }) => moment(sinceMs ?? 0))],
    ['fact_at', 'timestamptz', seen.map(({ sinceMs, untilMs }) => moment(untilMs ?? sinceMs ?? 0))],
    ['confirmed_at', 'timestamptz', seen.map(({ reportedMs }) => moment(reportedMs))],
    ['online_since', 'timestamptz', seen.map(({ sinceMs }) => optionalMoment(sinceMs))],
    ['offline_since', 'timestamptz', seen.map(({ untilMs }) => optionalMoment(untilMs))],
    ['reported_at', 'timestamptz', seen.map(({ reportedMs }) => moment(reportedMs))],
    ['external_address', 'text', devices.map(({ externalAddress }) => externalAddress)],
    ['internal_address', 'text', devices.map(({ internalAddress }) => internalAddress)],
    ['agent_version', 'text', devices.map(({ agentVersion }) => agentVersion)],
    ['availability', 'double precision', averages.map(({ availability }) => availability)],
    ['instability', 'double precision', averages.map(({ instability }) => instability)],
    ['quality', 'smallint', averages.map(({ quality }) => quality)],
    ['averages_due_at', 'timestamptz', averages.map(({ dueMs }) => moment(dueMs))],
  ])
  await insertServices(tx, accountId, devices)
  const tagged = devices.flatMap((device) => device.tags.map((place) => ({ device, tagId: tags[place] })))
  await insertColumns(tx, 'device_tags', [
    ['account_id', 'text', tagged.map(() => accountId)],
    ['tag_id', 'text', tagged.map(({ tagId }) => tagId)],
    ['device_id', 'text', tagged.map(({ device }) => device.id)],
    ['created_at', 'timestamptz', tagged.map(({ device }) => moment(device.createdMs))],
  ])
  await recordPast(tx, accountId, devices)
}

async function insertServices(tx: Tx, accountId: AccountId, devices: readonly SeededDevice[]): Promise<void> {
  const services = devices.flatMap((device) =>
    device.services.map((service, place) => ({ ...service, device, id: device.serviceIds[place] })),
  )
  await insertColumns(tx, 'services', [
    ['account_id', 'text', services.map(() => accountId)],
    ['id', 'text', services.map(({ id }) => id)],
    ['device_id', 'text', services.map(({ device }) => device.id)],
    ['name', 'text', services.map(({ name }) => name)],
    ['application', 'integer', services.map(({ application }) => application)],
    ['host', 'text', services.map(({ host }) => host)],
    ['port', 'integer', services.map(({ port }) => port)],
    ['enabled', 'boolean', services.map(({ enabled }) => enabled)],
    ['created_at', 'timestamptz', services.map(({ device }) => moment(device.createdMs))],
  ])
}

/** Counted by the product's own rule, so that graphs and averages add up. */
async function recordPast(tx: Tx, accountId: AccountId, devices: readonly SeededDevice[]): Promise<void> {
  const spansMax = Math.max(...devices.map(({ online }) => online.length))
  for (let place = 0; place < spansMax; place += 1) {
    const changes = (deed: ActivityChange['deed']) =>
      devices.flatMap(({ id, online }): ActivityChange[] => {
        const ms = deed === 'begins' ? online[place]?.fromMs : online[place]?.untilMs
        return ms === undefined ? [] : [{ accountId, id, track: 'online', deed, at: new Date(ms) }]
      })
    await recordActivity(tx, changes('begins'))
    await recordActivity(tx, changes('ends'))
  }
}

/** As the server finds them when it looks, which it does again some time within a day. */
function averagesFor({ online, createdMs }: PlannedDevice, nowMs: number) {
  const fromMs = Math.max(createdMs, nowMs - averagedMs)
  const lengthMs = Math.max(1, nowMs - fromMs)
  const overlapMs = (span: OnlineSpan) => Math.max(0, (span.untilMs ?? nowMs) - Math.max(span.fromMs, fromMs))
  const onMs = online.reduce((sum, span) => sum + overlapMs(span), 0)
  const ends = online.filter(({ untilMs }) => untilMs !== undefined && untilMs > fromMs).length
  const averages = { availability: Math.min(1, onMs / lengthMs), instability: ends / Math.max(1, lengthMs / dayMs) }
  const quality = qualities.indexOf(qualityOf(averages, { ageMs: nowMs - createdMs }))
  return { ...averages, quality, dueMs: nowMs + (createdMs % dayMs) }
}

function seenOf({ online, createdMs }: PlannedDevice) {
  const last = online.at(-1)
  const isOnline = last !== undefined && last.untilMs === undefined
  return {
    isOnline,
    sinceMs: last?.fromMs,
    untilMs: last?.untilMs,
    reportedMs: last?.untilMs ?? last?.fromMs ?? createdMs,
  }
}

/** The account's tags, in the order of `tagNames`. */
async function ensureTags({ queries, transaction }: Database, { accountId, nowMs }: FleetWish): Promise<string[]> {
  const newId = createIdFactory({ now: () => nowMs, randomBytes: () => randomBytes(8) })
  await transaction((tx) =>
    insertColumns(tx, 'tags', [
      ['account_id', 'text', tagNames.map(() => accountId)],
      ['id', 'text', tagNames.map(() => newId('g'))],
      ['name', 'text', tagNames],
      ['name_key', 'text', tagNames.map(keyOf)],
      ['color', 'smallint', tagNames.map((_, place) => tagColours[place % tagColours.length]?.id ?? 1)],
      ['created_at', 'timestamptz', tagNames.map(() => moment(nowMs))],
    ]),
  )
  return idsByName(queries, accountId)
}

async function idsByName(queries: Queries, accountId: AccountId): Promise<string[]> {
  const ids = await tagIds(queries, accountId)
  return tagNames.map((name) => {
    const id = ids.get(keyOf(name))
    if (id === undefined) throw new Error(`the tag ${name} was not made`)
    return id
  })
}

const keyOf = (name: string): string => name.toLowerCase()
const moment = (ms: number): string => new Date(ms).toISOString()
const optionalMoment = (ms: number | undefined): string | null => (ms === undefined ? null : moment(ms))
