import { describe, expect, it } from 'vitest'
import { pathOverTime, type HistoryPoint } from './path-over-time.ts'

const at = (second: number, change: Partial<HistoryPoint> = {}): HistoryPoint => ({
  at: new Date(second * 1000).toISOString(),
  path: 'RELAY',
  roundTrip: null,
  loss: null,
  txBytes: '0',
  rxBytes: '0',
  ...change,
})

describe('a session over time', () => {
  it('carries so much a second, since the moment before', () => {
    const history = [at(0), at(10, { txBytes: '500', rxBytes: '500' }), at(20, { txBytes: '500', rxBytes: '500' })]
    expect(pathOverTime(history).rates).toEqual([
      { x: 0, y: 100 },
      { x: 10_000, y: 100 },
      { x: 20_000, y: 0 },
    ])
  })

  it('has a round trip where somebody measured', () => {
    const history = [at(0), at(10, { roundTrip: 12.5 })]
    expect(pathOverTime(history).roundTrips).toEqual([{ x: 10_000, y: 12.5 }])
  })

  it('goes one way until it goes another', () => {
    const history = [at(0), at(10), at(20, { path: 'UDP' }), at(30, { path: 'LAN' })]
    expect(pathOverTime(history).stretches).toEqual([
      { path: 'RELAY', from: 0, to: 20_000 },
      { path: 'UDP', from: 20_000, to: 30_000 },
    ])
  })

  it.each([
    ['nothing yet', [], { rates: [], roundTrips: [], stretches: [] }],
    ['one moment', [at(1)], { rates: [], roundTrips: [], stretches: [] }],
    ['the same moment twice', [at(1), at(1)], { rates: [] }],
  ])('of %s is little', (_, history, shown) => {
    expect(pathOverTime(history)).toMatchObject(shown)
  })
})
