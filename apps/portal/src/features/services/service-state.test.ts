import { describe, expect, it } from 'vitest'
import { serviceState, startingMs, type Activity } from './service-state.ts'

const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const created = (ageMs: number) => new Date(nowMs - ageMs).toISOString()
const used = { created: created(60_000), session: {} }
const unused = { created: created(60_000), session: null }
const fresh = { created: created(startingMs - 1), session: null }

describe('the display state of a service', () => {
  it.each([
    ['inactive, whatever else', 'inactive', [used], 'connecting', 'offline'],
    ['with a connection that has just been made', 'active', [fresh], undefined, 'starting'],
    ['that is being left', 'active', [used], 'disconnecting', 'disconnecting'],
    ['whose port is being closed', 'active', [unused], 'stopping', 'stopping'],
    ['that is being removed', 'active', [used], 'removing', 'stopping'],
    ['that is being connected to', 'active', [], 'connecting', 'connecting'],
    ['with a session', 'active', [used], undefined, 'connected'],
    ['with a port that nobody uses', 'active', [unused], undefined, 'ready'],
    ['without a connection', 'active', [], undefined, 'online'],
    ['with several connections: the newest counts', 'active', [used, unused], undefined, 'connected'],
  ] as const)('%s', (_, state, connections, activity: Activity | undefined, shown) => {
    expect(serviceState({ state, connections }, activity, nowMs)).toBe(shown)
  })
})
