import type { RelayId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { applyPresence, momentOfFact, type Presence, type PresenceFact } from './presence.ts'

const here = 'r-0000000000000001' as RelayId
const there = 'r-0000000000000002' as RelayId

const offline: Presence = {
  isOnline: false,
  relayId: here,
  factAt: 100,
  onlineSince: 50,
  offlineSince: 100,
  externalAddress: '192.0.2.1',
  internalAddress: undefined,
  agentVersion: '1.0.0',
}
const online: Presence = { ...offline, isOnline: true, onlineSince: 100 }
const comes: PresenceFact = { relayId: here, isOnline: true, at: 200 }
const goes: PresenceFact = { relayId: here, isOnline: false, at: 200 }

describe('presence', () => {
  it.each([
    ['a device comes online', offline, comes, 'came-online'],
    ['and at another relay', offline, { ...comes, relayId: there }, 'came-online'],
    ['a device goes offline', online, goes, 'went-offline'],
    ['being online twice is no news', online, comes, 'confirmed'],
    ['moving to another relay is no news', online, { ...comes, relayId: there }, 'confirmed'],
    ['the relay that it left has nothing to say any more', online, { ...goes, relayId: there }, 'ignored'],
    ['being offline twice is no news', offline, goes, 'ignored'],
    ['an old coming is ignored', offline, { ...comes, at: 99 }, 'ignored'],
    ['an old going is ignored', online, { ...goes, at: 99 }, 'ignored'],
    ['a snapshot of the same moment counts after a lease ran out', offline, { ...comes, at: 100 }, 'came-online'],
  ] as const)('%s', (_, known, fact, outcome) => {
    expect(applyPresence(known, fact).outcome).toBe(outcome)
  })

  it('keeps since when, where, and what was not said again', () => {
    const moved = applyPresence(online, { ...comes, relayId: there, agentVersion: '1.1.0' })
    expect(moved).toEqual({
      outcome: 'confirmed',
      presence: { ...online, relayId: there, factAt: 200, agentVersion: '1.1.0' },
    })
    expect(applyPresence(offline, comes)).toMatchObject({
      presence: { onlineSince: 200, externalAddress: '192.0.2.1' },
    })
    expect(applyPresence(online, goes)).toMatchObject({ presence: { onlineSince: 100, offlineSince: 200 } })
  })

  it.each([
    ['a change just now', { at: 999_000, isSnapshot: false }, 999_000],
    ['a change by a clock that is ahead', { at: 1_000_500, isSnapshot: false }, 1_000_000],
    ['a change by a clock that is far ahead', { at: 9_000_000, isSnapshot: false }, 1_000_000],
    ['a change by a clock that is far behind', { at: 5000, isSnapshot: false }, 1_000_000],
    ['a snapshot of long ago', { at: 5000, isSnapshot: true }, 5000],
    ['a snapshot of the future', { at: 9_000_000, isSnapshot: true }, 1_000_000],
  ])('%s gets a moment that can be compared', (_, fact, moment) => {
    expect(momentOfFact(fact, 1_000_000)).toBe(moment)
  })
})
