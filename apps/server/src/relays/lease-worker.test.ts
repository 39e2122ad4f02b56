import { describe, expect, it } from 'vitest'
import { leaseMs } from './context.ts'
import { judgeLease } from './lease-worker.ts'

const now = 1_000_000
const longAgo = now - 3_600_000
const at = (ms: number) => new Date(now + ms)
const calm = { leaseUntil: at(5000), snapshotAt: undefined, settlesAt: undefined }
const lostSince = (since: Date) => ({ why: 'lost', confirmedBefore: at(-leaseMs), since })

describe('the devices of a relay', () => {
  it.each([
    ['stay while its lease lasts', calm, longAgo, undefined],
    ['are lost with its lease', { ...calm, leaseUntil: at(-1) }, longAgo, lostSince(at(-1 - leaseMs))],
    ['are lost with a relay that nobody knows', undefined, longAgo, lostSince(at(-leaseMs))],
    ['get time after the server was away', { ...calm, leaseUntil: at(-500_000) }, now - leaseMs + 1, undefined],
    [
      'and no more than that',
      { ...calm, leaseUntil: at(-500_000) },
      now - leaseMs - 1,
      lostSince(at(-500_000 - leaseMs)),
    ],
    ['get time while its snapshot comes in', { ...calm, snapshotAt: at(-20_000) }, longAgo, undefined],
    ['get time after its snapshot', { ...calm, snapshotAt: at(-3000), settlesAt: at(7000) }, longAgo, undefined],
    [
      'are lost when they did not come back to it',
      { ...calm, snapshotAt: at(-10_001), settlesAt: at(-1) },
      longAgo,
      { why: 'settled', confirmedBefore: at(-10_001), since: at(-10_001) },
    ],
  ])('%s', (_, lease, startedAtMs, verdict) => {
    expect(judgeLease(lease, { nowMs: now, startedAtMs })).toEqual(verdict)
  })
})
