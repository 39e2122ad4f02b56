import type { AccountId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { LinkVisits } from './link-visits.ts'

const minute = 60_000

function world() {
  const clock = { nowMs: 0 }
  const begun: string[] = []
  const ended: string[] = []
  const visits = new LinkVisits({
    accountId: 'a-0000000000000001' as AccountId, // an id of the right form
    now: () => clock.nowMs,
    onBegun: ({ address }) => begun.push(address),
    onEnded: ({ source }, end) => ended.push(`${source} ${end}`),
  })
  return { clock, begun, ended, visits }
}

describe('visits of a link', () => {
  it('are one for each address, until it has been idle for a quarter of an hour', () => {
    const { clock, begun, ended, visits } = world()
    const visit = visits.of('192.0.2.1')
    expect(visits.of('192.0.2.1')).toBe(visit)
    visits.of('192.0.2.2')
    expect(begun).toEqual(['192.0.2.1', '192.0.2.2'])
    visit.opened()
    clock.nowMs = 15 * minute
    visits.endOverdue()
    expect(ended).toEqual(['192.0.2.2 idle'])
    visit.closed(clock.nowMs)
    clock.nowMs += 15 * minute
    visits.endOverdue()
    expect(ended).toEqual(['192.0.2.2 idle', '192.0.2.1 idle'])
  })

  it('end after eight hours, and another begins', () => {
    const { clock, ended, visits } = world()
    const visit = visits.of('192.0.2.1')
    visit.opened()
    clock.nowMs = 8 * 60 * minute
    visits.endOverdue()
    expect(ended).toEqual(['192.0.2.1 expired'])
    expect(visits.of('192.0.2.1')).not.toBe(visit)
  })

  it('are so many and no more', () => {
    const { begun, ended, visits } = world()
    for (let count = 0; count < 100; count += 1) visits.of(`10.0.0.${count}`).opened()
    const late = visits.of('10.0.1.1')
    expect(late.address).toBe('10.0.0.99')
    visits.of('10.0.0.7').closed(0)
    expect(visits.of('10.0.1.1').address).toBe('10.0.1.1')
    expect([begun.length, ended]).toEqual([101, ['10.0.0.7 idle']])
  })

  it('are told when they have changed, and once a minute all the same', () => {
    const { clock, visits } = world()
    const visit = visits.of('192.0.2.1')
    expect(visits.takeUsage(undefined)).toMatchObject([{ txBytes: 0, source: '192.0.2.1', roundTripMs: undefined }])
    expect(visits.takeUsage(30)).toEqual([])
    visit.count(5, 7)
    expect(visits.takeUsage(40)).toMatchObject([{ txBytes: 5, rxBytes: 7, roundTripMs: 40 }])
    clock.nowMs = minute
    expect(visits.takeUsage(40)).toHaveLength(1)
  })
})
