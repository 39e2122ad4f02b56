import { describe, expect, test } from 'vitest'
import { changeLife, endReached, endsAt, streamsOf, type ProxyLife } from './proxy-life.ts'

const terms = { idleTimeoutMs: 100, expiresAt: 1000 }
const idle: ProxyLife = { state: 'idle', sinceMs: 50 }
const used = (streams: number): ProxyLife => ({ state: 'used', streams })

describe('the end of a proxy', () => {
  const rows: [string, ProxyLife, typeof terms, number, ReturnType<typeof endReached>][] = [
    ['not yet idle', idle, terms, 149, undefined],
    ['idle for its time', idle, terms, 150, 'idle'],
    ['never idle while it has a stream', used(1), terms, 999, undefined],
    ['its whole life is over, streams or not', used(3), terms, 1000, 'expired'],
    ['idle never, when it says so', idle, { ...terms, idleTimeoutMs: 0 }, 999, undefined],
    ['but expired all the same', idle, { ...terms, idleTimeoutMs: 0 }, 1000, 'expired'],
    ['expired goes before idle', idle, { ...terms, expiresAt: 120 }, 200, 'expired'],
  ]
  test.each(rows)('%s', (_name, life, rowTerms, nowMs, expected) => {
    expect(endReached(life, rowTerms, nowMs)).toBe(expected)
  })

  test('is looked for no later than it can come', () => {
    expect(endsAt(idle, terms)).toBe(150)
    expect(endsAt(used(1), terms)).toBe(1000)
    expect(endsAt({ state: 'idle', sinceMs: 990 }, terms)).toBe(1000)
  })
})

test('the idle time begins with the end of the last stream', () => {
  const two = changeLife(changeLife(idle, { fact: 'stream-opened' }), { fact: 'stream-opened' })
  expect(streamsOf(two)).toBe(2)
  const one = changeLife(two, { fact: 'stream-closed', atMs: 300 })
  expect(one).toEqual(used(1))
  expect(changeLife(one, { fact: 'stream-closed', atMs: 400 })).toEqual({ state: 'idle', sinceMs: 400 })
})
