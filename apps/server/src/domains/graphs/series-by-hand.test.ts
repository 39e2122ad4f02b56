// Series against what is counted by hand from the same intervals, in plain TypeScript.

import type { TimeSeriesResolution, TimeSeriesType } from '@farport/contract'
import type { AccountId, DeviceId, ServiceId } from '@farport/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureActivityPartitions, recordActivity, type ActivitySubject } from '#domains/devices'
import { createIds } from '#platform/ids'
import { createTestDatabase, type TestDatabase } from '#platform/test-database'
import { actorOf } from '../../access/index.ts'
import { readAccountTimeSeries } from './operations/read-account-time-series.ts'
import { createActivityLoader, readTimeSeries, type Span } from './operations/read-time-series.ts'
import { lengthUsual, periodsUntil } from './periods.ts'
import { isOfConnections } from './time-series.ts'
import { timeZone } from './time-zone.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const ids = createIds({ now: () => Date.now() })
const createdAt = new Date(0)
const dayMs = 86_400_000
const zones = ['UTC', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']
const types: TimeSeriesType[] = [
  'AVAILABILITY',
  'ONLINE_DURATION',
  'ONLINE',
  'OFFLINE',
  'USAGE',
  'CONNECT_DURATION',
  'CONNECT',
  'DISCONNECT',
]

const windows = zones.flatMap((zone) =>
  // The keys of its type.
  (Object.entries(lengthUsual) as [TimeSeriesResolution, number][]).map(([resolution, length]) => ({
    zone,
    resolution,
    length,
  })),
)

/** As it is told: what has begun and not ended yet has no end. */
interface Interval {
  readonly fromMs: number
  readonly toMs?: number | undefined
}

// Just after the clocks went back in Berlin and St. John's, just after they went forward, and at the end of a quarter.
it.each(['2026-11-03T13:37:11.123Z', '2026-03-31T02:03:04.567Z', '2026-06-30T23:59:59.999Z'])(
  'series of any history are what is counted by hand, at %s',
  async (now) => {
    const nowMs = Date.parse(now)
    await ensureActivityPartitions(database, { now: () => nowMs })
    const { accountId, devices } = await randomAccount(seeded(nowMs), nowMs)
    const owner = actorOf({ userId: accountId, isOperator: false })
    for (const { zone, resolution, length } of windows) {
      const span = { ...periodsUntil(nowMs, { resolution, length, zone: timeZone(zone) }), nowMs }
      const loader = createActivityLoader(database.queries, span)
      for (const type of types) {
        const request = { type, resolution, length }
        for (const { subject, intervals } of thingsOf(accountId, devices, type)) {
          expectClose(await readTimeSeries(loader, { subject, createdAt }, request), byHand(type, intervals, span))
        }
        if (resolution === 'SECOND' || resolution === 'MINUTE') continue
        const together = await readAccountTimeSeries(database.queries, owner, accountId, { request, span })
        expectClose(together, byHandTogether(type, devices, span))
      }
    }
  },
)

interface Thing {
  readonly subject: ActivitySubject
  readonly intervals: readonly Interval[]
}

function thingsOf(accountId: AccountId, devices: readonly RandomDevice[], type: TimeSeriesType): Thing[] {
  if (!isOfConnections(type)) {
    return devices.map(({ id, online }) => ({ subject: { accountId, id, track: 'online' }, intervals: online }))
  }
  return devices.flatMap(({ id, sessions, services }): Thing[] => [
    { subject: { accountId, id, track: 'device-connected' }, intervals: sessions },
    ...services.map((service): Thing => ({
      subject: { accountId, id: service.id, track: 'service-connected' },
      intervals: service.sessions,
    })),
  ])
}

function expectClose(
  series: { ok: true; value: { data: number[] } } | { ok: false; refusal: { message: string } },
  expected: number[],
): void {
  if (!series.ok) throw new Error(series.refusal.message)
  // Milliseconds are exact; only shares and seconds are rounded, by the last bits of a double.
  expect(series.value.data.map((value) => Number(value.toPrecision(12)))).toEqual(
    expected.map((value) => Number(value.toPrecision(12))),
  )
}

/** Any of them at a time counts, and time once. */
function byHand(type: TimeSeriesType, intervals: readonly Interval[], span: Span): number[] {
  return eachPeriod(span, (fromMs, toMs, isLast) =>
    valueByHand(type, partOf(intervals, fromMs, toMs, isLast), toMs - fromMs),
  )
}

/** Devices are known since they first came online. */
function byHandTogether(type: TimeSeriesType, devices: readonly RandomDevice[], span: Span): number[] {
  const intervalsOf = (device: RandomDevice) => (isOfConnections(type) ? device.sessions : device.online)
  return eachPeriod(span, (...period) => {
    const together = sumOf(devices.map((device) => partOf(intervalsOf(device), ...period)))
    const known = sumOf(
      devices.map(({ online: [first] }) => partOf(first ? [{ fromMs: first.fromMs }] : [], ...period)),
    )
    return valueByHand(type, together, known.onMs)
  })
}

type Part = ReturnType<typeof partOf>

function sumOf(parts: readonly Part[]): Part {
  const sum = (pick: (part: Part) => number) => parts.map(pick).reduce((whole, part) => whole + part, 0)
  return { onMs: sum(({ onMs }) => onMs), begins: sum(({ begins }) => begins), ends: sum(({ ends }) => ends) }
}

function eachPeriod(
  { startsMs, nowMs }: Span,
  value: (fromMs: number, toMs: number, isLast: boolean) => number,
): number[] {
  return startsMs.map((fromMs, place) => {
    const next = startsMs[place + 1]
    return value(fromMs, next ?? nowMs, next === undefined)
  })
}

function partOf(intervals: readonly Interval[], fromMs: number, toMs: number, isLast: boolean) {
  const within = (ms: number | undefined) => ms !== undefined && ms >= fromMs && (ms < toMs || isLast)
  let [onMs, reachedMs] = [0, fromMs]
  for (const interval of intervals.toSorted((left, right) => left.fromMs - right.fromMs)) {
    const [begin, end] = [Math.max(interval.fromMs, reachedMs), Math.min(interval.toMs ?? toMs, toMs)]
    if (end > begin) onMs += end - begin
    reachedMs = Math.max(reachedMs, end)
  }
  return {
    onMs,
    begins: intervals.filter((interval) => within(interval.fromMs)).length,
    ends: intervals.filter((interval) => within(interval.toMs)).length,
  }
}

function valueByHand(type: TimeSeriesType, part: Part, lengthMs: number): number {
  if (type === 'AVAILABILITY' || type === 'USAGE') return lengthMs === 0 ? 0 : Math.min(1, part.onMs / lengthMs)
  if (type === 'ONLINE_DURATION' || type === 'CONNECT_DURATION') return part.onMs / 1000
  return type === 'ONLINE' || type === 'CONNECT' ? part.begins : part.ends
}

interface RandomDevice {
  readonly id: DeviceId
  readonly online: Interval[]
  readonly sessions: Interval[]
  readonly services: { id: ServiceId; sessions: Interval[] }[]
}

/** Told in the order of time, as facts come; some devices flap, some are quiet for a year, one was never there. */
async function randomAccount(
  random: () => number,
  nowMs: number,
): Promise<{ accountId: AccountId; devices: RandomDevice[] }> {
  const accountId = ids('a')
  const devices = [1 / 24, 1, 8, 120, Infinity].map((meanDays): RandomDevice => {
    const services = [0, 1].map(() => ({
      id: ids('s'),
      sessions: intervals(random, { nowMs, meanDays, canOverlap: true }),
    }))
    const sessions = services.flatMap((service) => service.sessions)
    return { id: ids('d'), online: intervals(random, { nowMs, meanDays, canOverlap: false }), sessions, services }
  })
  const changes = devices.flatMap(({ id, online, services }) => [
    ...changesOf([{ accountId, id, track: 'online' }], online),
    ...services.flatMap((service) =>
      changesOf(
        [
          { accountId, id, track: 'device-connected' },
          { accountId, id: service.id, track: 'service-connected' },
        ],
        service.sessions,
      ),
    ),
  ])
  const inOrder = changes.toSorted((left, right) => left.at.getTime() - right.at.getTime())
  await database.transaction(async (tx) => {
    for (const { subjects, ...change } of inOrder) {
      await recordActivity(
        tx,
        subjects.map((subject) => ({ ...subject, ...change })),
      )
    }
  })
  return { accountId, devices }
}

function changesOf(subjects: readonly ActivitySubject[], within: readonly Interval[]) {
  return within.flatMap(({ fromMs, toMs }) => [
    { subjects, deed: 'begins' as const, at: new Date(fromMs) },
    ...(toMs === undefined ? [] : [{ subjects, deed: 'ends' as const, at: new Date(toMs) }]),
  ])
}

function intervals(
  random: () => number,
  { nowMs, meanDays, canOverlap }: { nowMs: number; meanDays: number; canOverlap: boolean },
): Interval[] {
  const found: Interval[] = []
  let atMs = nowMs - Math.min(380, meanDays * 60) * dayMs
  while (Number.isFinite(meanDays)) {
    const fromMs = Math.floor(atMs + 1 + random() * meanDays * dayMs)
    if (fromMs > nowMs) break
    const toMs = Math.floor(fromMs + 1 + random() * meanDays * dayMs)
    found.push({ fromMs, toMs: toMs <= nowMs ? toMs : undefined })
    if (!canOverlap && toMs > nowMs) break
    atMs = canOverlap ? fromMs + random() * meanDays * dayMs : toMs
  }
  return found
}

/** Numbers from 0 to 1 that are the same every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
