import type { AccountId, DeviceId } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIds } from '#platform/ids'
import { createTestDatabase, type TestDatabase } from '#platform/test-database'
import { averagedMs, dayMs, totalsAt, type ActivityChange, type ActivityTotals, type Track } from './activity.ts'
import { forgetActivity, moveActivity, recordActivity } from './activity-store.ts'
import { readActivity, readAverages } from './activity-totals-store.ts'
import { activityKeptMs, dropOldActivity, ensureActivityPartitions } from './activity-upkeep-store.ts'

let database: TestDatabase
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const clock = { now: () => nowMs }
const ids = createIds(clock)
beforeAll(async () => {
  database = await createTestDatabase()
  await ensureActivityPartitions(database, clock)
})
afterAll(() => database[Symbol.asyncDispose]())

const newDevice = (accountId = ids('a')) => ({ accountId, id: ids('d') })
type Deed = readonly [deed: ActivityChange['deed'], atMs: number]

async function record(subject: { accountId: AccountId; id: DeviceId }, track: Track, ...deeds: Deed[]) {
  for (const [deed, atMs] of deeds) {
    await database.transaction((tx) => recordActivity(tx, [{ ...subject, track, deed, at: new Date(atMs) }]))
  }
}

async function totals(subject: { accountId: AccountId; id: DeviceId }, track: Track, momentsMs: readonly number[]) {
  const [known] = await readActivity(database.queries, [{ ...subject, track }], momentsMs)
  return totalsAt(known, momentsMs)
}

describe('activity', () => {
  it('of what was never on is nothing', async () => {
    const none = { onMs: 0, begins: 0, ends: 0 }
    expect(await totals(newDevice(), 'online', [nowMs - 1000, nowMs])).toEqual([none, none])
  })

  it.each<[string, Track, Deed[], ActivityTotals]>([
    ['until the present', 'online', [['begins', 100]], { onMs: 900, begins: 1, ends: 0 }],
    ['from a beginning to an end', 'online', [['begins', 100], ['ends', 400]], { onMs: 300, begins: 1, ends: 1 }], // prettier-ignore
    [
      'twice online as once',
      'online',
      [
        ['begins', 100],
        ['begins', 300],
      ],
      { onMs: 900, begins: 1, ends: 0 },
    ],
    ['no end of what never began', 'online', [['ends', 100]], { onMs: 0, begins: 0, ends: 0 }],
    [
      'a late fact from the last one on',
      'online',
      [
        ['begins', 500],
        ['ends', 400],
      ],
      { onMs: 0, begins: 1, ends: 1 },
    ],
    [
      'the time of two sessions at once but once',
      'device-connected',
      [
        ['begins', 100],
        ['begins', 200],
        ['ends', 300],
        ['ends', 400],
      ],
      { onMs: 300, begins: 2, ends: 2 },
    ],
  ])('counts %s', async (_, track, deeds, expected) => {
    const device = newDevice()
    await record(device, track, ...deeds.map(([deed, atMs]): Deed => [deed, nowMs - 1000 + atMs]))
    expect((await totals(device, track, [nowMs - 1000, nowMs])).at(-1)).toEqual(expected)
  })

  it('is the same as counted by hand, for any history and any moments', async () => {
    const random = seeded(7)
    const world = Array.from({ length: 12 }, () => randomHistory(random))
    for (const { device, track, deeds } of world) await record(device, track, ...deeds)
    const moments = Array.from({ length: 40 }, () => nowMs - Math.floor(random() * 40 * dayMs)).toSorted(
      (a, b) => a - b,
    )
    moments.push(nowMs)
    const known = await readActivity(
      database.queries,
      world.map(({ device, track }) => ({ ...device, track })),
      moments,
    )
    for (const [number, { deeds }] of world.entries()) {
      expect(totalsAt(known[number], moments)).toEqual(moments.map((momentMs) => countedByHand(deeds, momentMs)))
    }
  })

  it('of thousands is counted in one statement, also by several at once', async () => {
    const accountId = ids('a')
    const devices = Array.from({ length: 3000 }, () => newDevice(accountId))
    const changes = (deed: ActivityChange['deed'], at: Date) =>
      devices.map((device) => ({ ...device, track: 'online' as const, deed, at }))
    const began = changes('begins', new Date(nowMs - 5000))
    await Promise.all(
      [began, began.toReversed()].map((batch) => database.transaction((tx) => recordActivity(tx, batch))),
    )
    await database.transaction((tx) => recordActivity(tx, changes('ends', new Date(nowMs - 1000))))
    const known = await readActivity(database.queries, began, [nowMs - dayMs, nowMs])
    expect(known).toHaveLength(3000)
    for (const one of known) expect(one?.last).toMatchObject({ onMs: 4000, begins: 1, ends: 1, isOn: false })
  })

  it('of an account adds up, whoever comes, goes, is deleted or moves away', async () => {
    const [from, to] = [ids('a'), ids('a')]
    const [stays, moves, goes] = [newDevice(from), newDevice(from), newDevice(from)]
    for (const device of [stays, moves, goes]) await record(device, 'online', ['begins', nowMs - 9000])
    await record(moves, 'device-connected', ['begins', nowMs - 8000])
    await record(stays, 'online', ['ends', nowMs - 7000])
    await database.transaction((tx) => forgetActivity(tx, [goes], new Date(nowMs - 6000)))
    await database.transaction((tx) => moveActivity(tx, moves, to, new Date(nowMs - 5000)))
    expect(await levels(from)).toEqual({ known: 1, online: 0, 'device-connected': 0 })
    expect(await levels(to)).toEqual({ known: 1, online: 1 })
    // Its end comes too late to be counted anywhere.
    await record(moves, 'device-connected', ['ends', nowMs - 4000])
    expect(await levels(from)).toEqual({ known: 1, online: 0, 'device-connected': 0 })
    const moved = { accountId: to, id: moves.id }
    expect(await totals(moved, 'online', [nowMs - 8500, nowMs])).toMatchObject([{ onMs: 500 }, { onMs: 9000 }])
    expect(await totals(goes, 'online', [nowMs])).toMatchObject([{ onMs: 0 }])
  })

  it('is forgotten when no graph reaches back to it, and what is on stays right', async () => {
    const device = newDevice()
    await record(device, 'online', ['begins', nowMs - 9000], ['ends', nowMs - 8000], ['begins', nowMs - 7000])
    const later = { now: () => nowMs + activityKeptMs + 62 * dayMs }
    await ensureActivityPartitions(database, later)
    await dropOldActivity(database, later)
    const { rows } = await database.pool.query('select 1 from activity_marks where subject_id = $1', [device.id])
    expect(rows).toEqual([])
    const span = [later.now() - dayMs, later.now()]
    const [before, now] = await totals(device, 'online', span)
    expect((now?.onMs ?? 0) - (before?.onMs ?? 0)).toBe(dayMs)
  })
})

describe('averages', () => {
  const createdAt = new Date(nowMs - 100 * dayMs)

  it.each<[string, { createdAt: Date; deeds: Deed[] }, object | undefined]>([
    ['a month online', { createdAt, deeds: [['begins', nowMs - 90 * dayMs]] }, { availability: 1, instability: 0 }],
    ['a month offline', { createdAt, deeds: [] }, { availability: 0, instability: 0 }],
    [
      'half a month, with 30 drops',
      {
        createdAt,
        deeds: Array.from({ length: 60 }, (_, step): Deed => [
          step % 2 === 0 ? 'begins' : 'ends',
          nowMs - averagedMs + (step * dayMs) / 2,
        ]),
      },
      { availability: 0.5, instability: 1 },
    ],
    [
      'a first hour, of which a half',
      {
        createdAt: new Date(nowMs - 3_600_000),
        deeds: [
          ['begins', nowMs - 3_600_000],
          ['ends', nowMs - 1_800_000],
        ],
      },
      { availability: 0.5, instability: 1 },
    ],
    ['no time at all', { createdAt: new Date(nowMs), deeds: [] }, undefined],
  ])('of %s', async (_, { createdAt: created, deeds }, expected) => {
    const device = { ...newDevice(), createdAt: created }
    await record(device, 'online', ...deeds)
    expect((await readAverages(database.queries, [device], nowMs)).get(device.id)).toEqual(expected)
  })
})

async function levels(accountId: AccountId): Promise<Record<string, number>> {
  const rows = await database.queries
    .selectFrom('account_activity')
    .select(['track', 'level'])
    .where('account_id', '=', accountId)
    .execute()
  return Object.fromEntries(rows.map(({ track, level }) => [track, level]))
}

/** Sessions may overlap; a device is online once. Some changes fall on one moment. */
function randomHistory(random: () => number) {
  const track: Track = random() < 0.5 ? 'online' : 'device-connected'
  const deeds: Deed[] = []
  let level = 0
  let atMs = nowMs - 35 * dayMs
  for (const count = Math.floor(random() * 80); deeds.length < count;) {
    atMs += random() < 0.2 ? 0 : Math.floor(random() * dayMs)
    if (atMs > nowMs) break
    const begins = level === 0 || (track !== 'online' && random() < 0.5)
    level += begins ? 1 : -1
    deeds.push([begins ? 'begins' : 'ends', atMs])
  }
  return { device: newDevice(), track, deeds }
}

function countedByHand(deeds: readonly Deed[], untilMs: number): ActivityTotals {
  const before = deeds.filter(([, atMs]) => atMs < untilMs)
  let [level, onMs, sinceMs] = [0, 0, 0]
  for (const [deed, atMs] of before) {
    if (level > 0) onMs += atMs - sinceMs
    level += deed === 'begins' ? 1 : -1
    sinceMs = atMs
  }
  if (level > 0) onMs += untilMs - sinceMs
  const begins = before.filter(([deed]) => deed === 'begins').length
  return { onMs, begins, ends: before.length - begins }
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
