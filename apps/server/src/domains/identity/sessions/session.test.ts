import { describe, expect, it } from 'vitest'
import { isNews, isProven, judgeRefresh, sessionEnd } from './session.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const ago = (ms: number) => new Date(now - ms)

describe('a refresh token', () => {
  const used = { generation: 5, arrivedGeneration: 5, rotatedAt: ago(3_600_000) }
  it.each([
    ['the newest', used, 5, 'next'],
    ['the newest, of which nobody has used what it came with', { ...used, arrivedGeneration: 4 }, 5, 'next'],
    ['its predecessor, by another tab', { ...used, rotatedAt: ago(30_000) }, 4, 'again'],
    ['its predecessor, later', { ...used, rotatedAt: ago(30_001) }, 4, 'stolen'],
    ['its predecessor, later, when the answer was lost', { ...used, arrivedGeneration: 4 }, 4, 'again'],
    ['an older one', { ...used, rotatedAt: ago(0) }, 3, 'stolen'],
    ['an older one, when the answer was lost', { ...used, arrivedGeneration: 4 }, 3, 'stolen'],
    ['one of a time that we forgot', used, 6, 'unknown'],
  ] as const)('%s', (_, session, presented, verdict) => {
    expect(judgeRefresh(session, presented, now)).toBe(verdict)
  })
})

it.each([
  [true, '2026-12-20T12:00:00.000Z'],
  [false, '2026-11-21T00:00:00.000Z'],
])('a session (remembered: %s) lives until %s', (isRemembered, end) => {
  expect(sessionEnd(now, isRemembered).toISOString()).toBe(end)
})

it.each([
  [600_000, true],
  [600_001, false],
])('a proof of %i ms ago is enough: %s', (ms, isEnough) => {
  expect(isProven(ago(ms), now)).toBe(isEnough)
})

it.each([
  ['within the minute', { arrivedGeneration: 2, lastActiveAt: ago(59_999) }, false],
  ['a minute later', { arrivedGeneration: 2, lastActiveAt: ago(60_000) }, true],
  ['with new tokens', { arrivedGeneration: 1, lastActiveAt: ago(0) }, true],
])('using a session %s is worth a note: %s', (_, session, isWorth) => {
  expect(isNews(session, { generation: 2, nowMs: now })).toBe(isWorth)
})
