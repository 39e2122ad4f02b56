import { describe, expect, it, test } from 'vitest'
import { Pace } from './pace.ts'

interface Road {
  readonly bytesPerMs: number
  readonly roundTripMs: number
  /** From this moment on it is another one. */
  readonly changes?: { readonly atMs: number; readonly bytesPerMs: number; readonly roundTripMs: number }
  /** Others fill what stands in between, so that everything waits so long. */
  readonly othersMs?: (nowMs: number) => number
  /** Of so many packets one is lost: it is sent again, and what came behind it waits for it. */
  readonly lostOf?: number
}

interface Journey {
  /** Of keystrokes, there and back, ascending. */
  readonly keyMs: readonly number[]
  /** Of what the road could have carried. */
  readonly used: number
}

const stepMs = 0.25
const headBytes = 8
const packetBytes = 1400

/**
 * Bulk without end and a keystroke from time to time, on a road that keeps whatever comes too fast. The other end
 * acknowledges as ours does.
 */
function travel(road: Road, durationMs: number, settledMs = 0): Journey {
  let [nowMs, sentBytes, acknowledgedLast, receivedBytes, ackDueMs] = [0, 0, 0, 0, Infinity]
  let bulkBytes = 0
  const pace = new Pace({ sentBytes: () => sentBytes, bytesMax: 14_000_000, nowMs: () => nowMs })
  pace.measured(road.roundTripMs)
  const queue: { bytes: number; keyAtMs: number | undefined; arrivesAtMs: number }[] = []
  const acknowledgements: { atMs: number; bytes: number }[] = []
  const keyMs: number[] = []
  let [freeAtMs, keyNextMs, keyWaitingSinceMs] = [0, 1, undefined as number | undefined]
  const lostIn = (byteCount: number): number => Math.floor(byteCount / packetBytes / (road.lostOf ?? Infinity))
  const send = (bytes: number, keyAtMs?: number): void => {
    const { bytesPerMs, roundTripMs } = road.changes && nowMs >= road.changes.atMs ? road.changes : road
    const lostBefore = lostIn(sentBytes)
    sentBytes += bytes
    freeAtMs = Math.max(freeAtMs, nowMs) + bytes / bytesPerMs
    const repairMs = lostIn(sentBytes) > lostBefore ? 1.1 * roundTripMs : 0
    const onItsWayMs = roundTripMs / 2 + (road.othersMs?.(nowMs) ?? 0) + repairMs
    queue.push({ bytes, keyAtMs, arrivesAtMs: Math.max(freeAtMs + onItsWayMs, queue.at(-1)?.arrivesAtMs ?? 0) })
    pace.sent()
  }
  const acknowledge = (): void => {
    const { roundTripMs } = road.changes && nowMs >= road.changes.atMs ? road.changes : road
    acknowledgements.push({ atMs: nowMs + roundTripMs / 2, bytes: receivedBytes })
    acknowledgedLast = receivedBytes
    ackDueMs = Infinity
  }
  for (; nowMs < durationMs; nowMs += stepMs) {
    while ((queue[0]?.arrivesAtMs ?? Infinity) <= nowMs) {
      const { bytes, keyAtMs } = queue.shift() ?? { bytes: 0, keyAtMs: 0 }
      receivedBytes += bytes
      const { roundTripMs } = road.changes && nowMs >= road.changes.atMs ? road.changes : road
      if (keyAtMs !== undefined && keyAtMs >= settledMs) keyMs.push(nowMs + roundTripMs / 2 - keyAtMs)
      if (keyAtMs === undefined) bulkBytes += bytes
      ackDueMs = Math.min(ackDueMs, nowMs + 20)
      if (receivedBytes - acknowledgedLast >= 16_384) acknowledge()
    }
    if (nowMs >= ackDueMs) acknowledge()
    while ((acknowledgements[0]?.atMs ?? Infinity) <= nowMs) pace.acknowledged(acknowledgements.shift()?.bytes ?? 0)
    if (nowMs >= keyNextMs) {
      keyNextMs += 25
      keyWaitingSinceMs ??= nowMs
    }
    if (keyWaitingSinceMs !== undefined && pace.payloadBytes(true, 0) > 0) {
      send(headBytes + 1, keyWaitingSinceMs)
      keyWaitingSinceMs = undefined
    }
    for (let room = pace.payloadBytes(false, 0); room > 0; room = pace.payloadBytes(false, 0))
      send(Math.min(room, 262_136) + headBytes)
  }
  return { keyMs: keyMs.toSorted((a, b) => a - b), used: bulkBytes / (road.bytesPerMs * durationMs) }
}

const percentile = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? NaN

describe('beside bulk without end', () => {
  test.each<[megabits: number, roundTripMs: number, used: number]>([
    [1, 20, 0.98],
    [1, 40, 0.98],
    [1, 100, 0.98],
    [10, 1, 0.98],
    [10, 5, 0.98],
    [10, 20, 0.98],
    [10, 40, 0.98],
    [10, 100, 0.95],
    [10, 300, 0.85],
    [100, 1, 0.98],
    [100, 20, 0.95],
    [100, 40, 0.95],
    [100, 100, 0.9],
    [100, 300, 0.75],
    [1000, 1, 0.95],
    [1000, 20, 0.9],
    [1000, 40, 0.85],
  ])('at %d Mbit/s and %d ms a keystroke is soon back, and the road is full', (megabits, roundTripMs, used) => {
    const road: Road = { bytesPerMs: megabits * 125, roundTripMs }
    const journey = travel(road, megabits === 1000 ? 5000 : 12_000, megabits === 1 ? 1000 : 0)
    expect(percentile(journey.keyMs, 0.99)).toBeLessThan(2 * roundTripMs + 50)
    expect(journey.used).toBeGreaterThan(used)
  })
})

describe('packets that are lost make everything late, but the road is used', () => {
  test.each<[megabits: number, roundTripMs: number, lostOf: number, used: number]>([
    [10, 20, 50, 0.9],
    [10, 40, 50, 0.85],
    [100, 10, 50, 0.95],
    [100, 40, 1000, 0.95],
    [100, 40, 200, 0.9],
    [100, 40, 50, 0.75],
    [100, 100, 200, 0.6],
    [100, 100, 50, 0.5],
  ])('at %d Mbit/s and %d ms, when one of %d is lost', (megabits, roundTripMs, lostOf, used) => {
    expect(travel({ bytesPerMs: megabits * 125, roundTripMs, lostOf }, 10_000).used).toBeGreaterThan(used)
  })
})

describe('the road is used again', () => {
  const road: Road = { bytesPerMs: 1250, roundTripMs: 20 }
  test.each<[what: string, road: Road, used: number]>([
    ['when it has become longer', { ...road, changes: { atMs: 4000, bytesPerMs: 1250, roundTripMs: 200 } }, 0.75],
    ['when others fill it', { ...road, othersMs: (nowMs) => (nowMs > 4000 ? 300 : 0) }, 0.75],
    ['when others fill it from time to time', { ...road, othersMs: (nowMs) => (nowMs % 4000 > 2000 ? 200 : 0) }, 0.5],
  ])('%s', (_what, changing, used) => {
    expect(travel(changing, 16_000).used).toBeGreaterThan(used)
  })

  it('and not overfilled when it has become slow', () => {
    const slow = { atMs: 4000, bytesPerMs: 250, roundTripMs: 20 }
    const journey = travel({ ...road, changes: slow }, 20_000, 6000)
    expect(percentile(journey.keyMs, 0.99)).toBeLessThan(2 * 20 + 50)
  })
})

it('leaves it to a link that finds out by itself what its way carries, up to the bound', () => {
  let [sentBytes, linkBytes] = [0, 80_000 as number | undefined]
  const pace = new Pace({
    sentBytes: () => sentBytes,
    bytesMax: 1_000_000,
    linkBytes: () => linkBytes,
    nowMs: () => 0,
  })
  while (pace.payloadBytes(false, 0) > 0) {
    expect(pace.payloadBytes(false, 0)).toBe(10_000)
    sentBytes += 10_000
  }
  expect(sentBytes).toBe(1_000_000)
  sentBytes = 100_000
  linkBytes = undefined
  expect(pace.payloadBytes(false, 0)).toBe(0)
})

it('never is more on its way than the bound, however fast it is acknowledged', () => {
  let [sentBytes, nowMs] = [0, 0]
  const pace = new Pace({ sentBytes: () => sentBytes, bytesMax: 1_000_000, nowMs: () => nowMs })
  for (let round = 0; round < 200; round += 1) {
    const before = sentBytes
    for (let room = pace.payloadBytes(false, 0); room > 0; room = pace.payloadBytes(false, 0)) {
      sentBytes += room
      pace.sent()
    }
    expect(sentBytes - before).toBeLessThanOrEqual(1_000_000 * (9 / 8))
    nowMs += 1
    pace.acknowledged(sentBytes)
  }
  expect(pace.payloadBytes(false, 0)).toBe(125_000)
})
