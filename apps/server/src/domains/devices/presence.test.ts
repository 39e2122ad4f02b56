import type { RelayId } from '@farport/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPresence, relayClockMsMax, type Presence, type PresenceFact } from './presence.ts'

const here = 'r-0000000000000001' as RelayId
const there = 'r-0000000000000002' as RelayId

const news = { isSnapshot: false, nowMs: 1000 }
const offline: Presence = {
  isOnline: false,
  relayId: here,
  enteredAt: 50,
  factAt: 100,
  onlineSince: 50,
  offlineSince: 100,
  externalAddress: '192.0.2.1',
  internalAddress: undefined,
  agentVersion: '1.0.0',
}
const online: Presence = { ...offline, isOnline: true, enteredAt: 100, onlineSince: 100, offlineSince: 40 }
const comes: PresenceFact = { relayId: here, isOnline: true, enteredAt: 200, at: 200 }
const goes: PresenceFact = { relayId: here, isOnline: false, enteredAt: 100, at: 200 }

describe('presence', () => {
  it.each([
    ['a device comes online', offline, comes, 'came-online'],
    ['and at another relay', offline, { ...comes, relayId: there }, 'came-online'],
    ['a device goes offline', online, goes, 'went-offline'],
    ['entering again is no news', online, comes, 'confirmed'],
    ['moving to another relay is no news', online, { ...comes, relayId: there }, 'confirmed'],
    ['a relay that it left has nothing to say any more', online, { ...goes, relayId: there, enteredAt: 99 }, 'ignored'],
    ['a tunnel that another has followed may end', online, { ...goes, enteredAt: 99 }, 'ignored'],
    ['an old coming is ignored', offline, { ...comes, enteredAt: 49 }, 'ignored'],
    ['an old going is ignored', online, { ...goes, at: 99 }, 'ignored'],
    ['a going that overtook its coming counts', offline, { ...goes, enteredAt: 150 }, 'confirmed'],
    [
      'so that the coming is old',
      { ...offline, enteredAt: 150, factAt: 200 },
      { ...comes, enteredAt: 150, at: 150 },
      'ignored',
    ],
    [
      'streams that open again count',
      { ...offline, enteredAt: 200, factAt: 300 },
      { ...comes, at: 400 },
      'came-online',
    ],
    [
      'what is repeated after a lease ran out counts',
      { ...offline, enteredAt: 100 },
      { ...comes, enteredAt: 100, at: 100 },
      'came-online',
    ],
    [
      'nothing known from the future counts',
      { ...online, enteredAt: 5_000_000, factAt: 5_000_000 },
      goes,
      'went-offline',
    ],
  ] as const)('%s', (_, known, fact, outcome) => {
    expect(applyPresence(known, fact, news).outcome).toBe(outcome)
  })

  it('keeps since when, where, and what was not said again', () => {
    expect(applyPresence(online, { ...comes, relayId: there, agentVersion: '1.1.0' }, news)).toEqual({
      outcome: 'confirmed',
      presence: { ...online, relayId: there, enteredAt: 200, factAt: 200, agentVersion: '1.1.0' },
    })
    expect(applyPresence(offline, comes, news)).toMatchObject({
      presence: { onlineSince: 200, offlineSince: 100, externalAddress: '192.0.2.1' },
    })
    expect(applyPresence(online, goes, news)).toMatchObject({ presence: { onlineSince: 100, offlineSince: 200 } })
  })

  it('is online since a snapshot tells it, however old its tunnel is', () => {
    const repeated = { ...comes, enteredAt: 100, at: 100 }
    const snapshot = { isSnapshot: true, nowMs: 1000 }
    expect(applyPresence({ ...offline, enteredAt: 100 }, repeated, snapshot)).toMatchObject({
      presence: { onlineSince: 1000, enteredAt: 100 },
    })
    expect(applyPresence(online, repeated, snapshot)).toMatchObject({ presence: { onlineSince: 100 } })
  })

  it('takes the future for now, when a clock is far ahead', () => {
    const ahead = news.nowMs + relayClockMsMax + 1
    expect(applyPresence(offline, { ...comes, enteredAt: ahead, at: ahead }, news)).toMatchObject({
      presence: { enteredAt: news.nowMs, factAt: news.nowMs },
    })
  })

  it('ends the same, in whatever order its facts come, late and twice, from however many relays', () => {
    fc.assert(
      fc.property(visits.chain(shuffled), ({ facts, truth }) => {
        const end = facts.reduce((known, fact) => {
          const applied = applyPresence(known, fact, { isSnapshot: false, nowMs: 1_000_000 })
          return applied.outcome === 'ignored' ? known : applied.presence
        }, never)
        expect({ isOnline: end.isOnline, relayId: end.relayId }).toEqual(truth)
      }),
      { numRuns: 1000 },
    )
  })
})

const never: Presence = { ...offline, relayId: undefined, enteredAt: 0, factAt: 0 }

/** One visit to a relay: it begins online, and may lose and find its streams, and end, long after the next has begun. */
const visit = fc.record({
  relay: fc.integer({ min: 1, max: 4 }),
  afterMs: fc.integer({ min: 1, max: 5000 }),
  turnsAfterMs: fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 5 }),
})

const visits = fc.array(visit, { minLength: 1, maxLength: 6 }).map((all) => {
  let enteredAt = 0
  return all.map(({ relay, afterMs, turnsAfterMs }) => {
    enteredAt += afterMs
    let at = enteredAt
    const relayId = `r-000000000000000${relay}` as RelayId // as well-formed as those above
    const facts: PresenceFact[] = [{ relayId, isOnline: true, enteredAt, at }]
    for (const [turn, turnAfterMs] of turnsAfterMs.entries()) {
      at += turnAfterMs
      facts.push({ relayId, isOnline: turn % 2 === 1, enteredAt, at })
    }
    return facts
  })
})

const shuffled = (told: PresenceFact[][]) => {
  const last = told.at(-1)?.at(-1)
  const all = told.flat()
  return fc
    .record({
      order: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      again: fc.shuffledSubarray(all),
    })
    .map(({ order, again }) => ({
      facts: [...order, ...again],
      truth: { isOnline: last?.isOnline, relayId: last?.relayId },
    }))
}
