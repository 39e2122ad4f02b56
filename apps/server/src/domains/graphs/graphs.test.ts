import type { TimeSeriesResolution, TimeSeriesType } from '@farport/contract'
import type { AccountId, DeviceId, ServiceId } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor, Scope } from '../../access/index.ts'
import { ensureActivityPartitions, recordActivity, type ActivitySubject } from '#domains/devices'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { readAccountTimeSeries } from './operations/read-account-time-series.ts'
import { createActivityLoader, readTimeSeries, type Span } from './operations/read-time-series.ts'
import { lengthUsual, periodsUntil } from './periods.ts'
import { timeZone } from './time-zone.ts'

let world: TestDomains
beforeAll(async () => {
  world = await createTestDomains()
  await ensureActivityPartitions(world.database, world.clock)
})
afterAll(() => world[Symbol.asyncDispose]())

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

function spanOf(resolution: TimeSeriesResolution, zone = 'UTC', length = lengthUsual[resolution]): Span {
  const nowMs = world.clock.nowMs
  return { ...periodsUntil(nowMs, { resolution, length, zone: timeZone(zone) }), nowMs }
}

async function dataOf(subject: ActivitySubject, type: TimeSeriesType, resolution: TimeSeriesResolution, zone = 'UTC') {
  const span = spanOf(resolution, zone)
  const loader = createActivityLoader(world.database.queries, span)
  const request = { type, resolution, length: span.startsMs.length }
  const series = await readTimeSeries(loader, { subject, createdAt }, request)
  if (!series.ok) throw new Error(series.refusal.message)
  return series.value.data
}

describe('a graph', () => {
  it('shows what relays tell of a device', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner)
    const subject = { accountId: owner.userId, id: device.id, track: 'online' as const }
    const waits = [10, 20, 30, 40].map((seconds) => seconds * 1000)
    for (const [step, waitMs] of waits.entries()) {
      await world.setPresence(relay.id, device, step % 2 === 0)
      world.clock.nowMs += waitMs
    }
    const sum = async (type: TimeSeriesType) =>
      (await dataOf(subject, type, 'DAY')).reduce((whole, value) => whole + value, 0)
    expect(await sum('ONLINE')).toBe(2)
    expect(await sum('OFFLINE')).toBe(2)
    expect(await sum('ONLINE_DURATION')).toBe(40)
  })

  it('of fifty devices and their services takes one query', async () => {
    let queries = 0
    const counted = world.database.queries.withPlugin({
      transformQuery({ node }) {
        queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const loader = createActivityLoader(counted, spanOf('DAY'))
    const [accountId, ids] = [world.devices.ids('a'), world.devices.ids]
    const subjects = Array.from({ length: 50 }, (): ActivitySubject[] => [
      { accountId, id: ids('d'), track: 'online' },
      { accountId, id: ids('s'), track: 'service-connected' },
    ]).flat()
    const answers = await Promise.all(subjects.map((subject) => loader.load(subject)))
    expect(answers).toEqual(subjects.map(() => ({ ok: true, value: undefined })))
    expect(queries).toBe(1)
  })

  it('is refused with too many others', async () => {
    const loader = createActivityLoader(world.database.queries, spanOf('HOUR', 'UTC', 744))
    const accountId = world.devices.ids('a')
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => loader.load({ accountId, id: world.devices.ids('d'), track: 'online' })),
    )
    expect(answers[0]).toMatchObject({ ok: false, refusal: { code: 'LIMIT_EXCEEDED' } })
  })
})

describe('the graph of an account', () => {
  const request = { type: 'ONLINE', resolution: 'DAY', length: 7 } as const
  const ask = (actor: Actor, accountId: AccountId, resolution: TimeSeriesResolution = 'DAY') =>
    readAccountTimeSeries(world.database.queries, actor, accountId, {
      request: { ...request, resolution },
      span: spanOf(resolution),
    })

  it('is for those who see all of its devices', async () => {
    const [owner, member, guest] = [world.person(), world.person(), world.person()]
    const grant = (scope: Scope) => ({
      ...member,
      grants: [{ accountId: owner.userId, permissions: ['VIEW' as const], scope, isLicensed: true }],
    })
    expect(await ask(owner, owner.userId)).toMatchObject({ ok: true })
    expect(await ask(grant({ over: 'account' }), owner.userId)).toMatchObject({ ok: true })
    expect(await ask(grant({ over: 'tags', operator: 'ANY', tagIds: [] }), owner.userId)).toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    })
    expect(await ask(guest, owner.userId)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  })

  it('knows what changes just now, at the beginning of an hour, too', async () => {
    world.clock.nowMs = Date.parse('2026-11-20T15:00:00Z')
    const owner = world.person()
    const subject = { accountId: owner.userId, id: world.devices.ids('d'), track: 'online' as const }
    const tell = (deed: 'begins' | 'ends', at: Date) =>
      world.database.transaction((tx) => recordActivity(tx, [{ ...subject, deed, at }]))
    await tell('begins', new Date(world.clock.nowMs - 90 * 60_000))
    await tell('ends', new Date(world.clock.nowMs))
    const series = await readAccountTimeSeries(world.database.queries, owner, owner.userId, {
      request: { type: 'ONLINE_DURATION', resolution: 'HOUR', length: 24 },
      span: spanOf('HOUR'),
    })
    expect(series).toMatchObject({ ok: true })
    const [before, last, present] = (series.ok ? series.value.data : []).slice(-3)
    expect([before, last, present]).toEqual([1800, 3600, 0])
    expect((await dataOf(subject, 'ONLINE_DURATION', 'HOUR')).slice(-3)).toEqual([1800, 3600, 0])
    expect((await dataOf(subject, 'OFFLINE', 'HOUR')).at(-1)).toBe(1)
  })

  it.each(['SECOND', 'MINUTE'] as const)('is not drawn by the %s', async (resolution) => {
    const owner = world.person()
    expect(await ask(owner, owner.userId, resolution)).toMatchObject({ refusal: { code: 'INVALID' } })
  })
})

/** As it is told: what has begun and not ended yet has no end. */
interface Interval {
  readonly fromMs: number
  readonly toMs?: number | undefined
}

describe('series of random histories', () => {
  // Just after the clocks went back in Berlin and St. John's, and just after they went forward.
  it.each(['2026-11-03T13:37:11.123Z', '2026-03-31T02:03:04.567Z', '2026-06-30T23:59:59.999Z'])(
    'are what is counted by hand, at %s',
    async (now) => {
      world.clock.nowMs = Date.parse(now)
      await ensureActivityPartitions(world.database, world.clock)
      const { accountId, devices } = await randomAccount(seeded(Date.parse(now)))
      const actor = { ...world.person(), userId: accountId }
      const owner = { ...actor, grants: actor.grants.map((grant) => ({ ...grant, accountId })) }
      for (const zone of zones) {
        for (const [resolution, length] of Object.entries(lengthUsual) as [TimeSeriesResolution, number][]) {
          const span = spanOf(resolution, zone)
          const loader = createActivityLoader(world.database.queries, span)
          for (const type of types) {
            const request = { type, resolution, length }
            const ofConnections = types.indexOf(type) >= 4
            for (const { id, online, sessions } of devices) {
              const subject = { accountId, id, track: ofConnections ? 'device-connected' : 'online' } as const
              const series = await readTimeSeries(loader, { subject, createdAt }, request)
              expectClose(series, byHand(type, ofConnections ? sessions : online, span))
              for (const service of devices.flatMap((device) => device.services)) {
                if (!ofConnections) continue
                const of = { subject: { accountId, id: service.id, track: 'service-connected' }, createdAt } as const
                expectClose(await readTimeSeries(loader, of, request), byHand(type, service.sessions, span))
              }
            }
            if (resolution === 'SECOND' || resolution === 'MINUTE') continue
            const together = await readAccountTimeSeries(world.database.queries, owner, accountId, { request, span })
            expectClose(together, byHandTogether(type, devices, ofConnections, span))
          }
        }
      }
    },
  )
})

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
function byHandTogether(
  type: TimeSeriesType,
  devices: readonly RandomDevice[],
  ofConnections: boolean,
  span: Span,
): number[] {
  return eachPeriod(span, (fromMs, toMs, isLast) => {
    const parts = devices.map((device) => partOf(ofConnections ? device.sessions : device.online, fromMs, toMs, isLast))
    const known = devices.flatMap(({ online: [first] }) => (first === undefined ? [] : partOf([{ fromMs: first.fromMs }], fromMs, toMs, isLast).onMs)) // prettier-ignore
    const sum = (pick: (part: (typeof parts)[number]) => number) => parts.map(pick).reduce((a, b) => a + b, 0)
    const together = {
      onMs: sum((part) => part.onMs),
      begins: sum((part) => part.begins),
      ends: sum((part) => part.ends),
    }
    return valueByHand(
      type,
      together,
      known.reduce((whole, ms) => whole + ms, 0),
    )
  })
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

function valueByHand(type: TimeSeriesType, part: ReturnType<typeof partOf>, lengthMs: number): number {
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
async function randomAccount(random: () => number): Promise<{ accountId: AccountId; devices: RandomDevice[] }> {
  const { ids } = world.devices
  const accountId = ids('a')
  const devices = [1 / 24, 1, 8, 120, Infinity].map((meanDays): RandomDevice => {
    const services = [0, 1].map(() => ({ id: ids('s'), sessions: intervals(random, meanDays, { canOverlap: true }) }))
    const sessions = services.flatMap((service) => service.sessions)
    return { id: ids('d'), online: intervals(random, meanDays, { canOverlap: false }), sessions, services }
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
  await world.database.transaction(async (tx) => {
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

function intervals(random: () => number, meanDays: number, { canOverlap }: { canOverlap: boolean }): Interval[] {
  const found: Interval[] = []
  const nowMs = world.clock.nowMs
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
