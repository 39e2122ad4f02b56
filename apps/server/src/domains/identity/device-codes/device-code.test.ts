import { describe, expect, it } from 'vitest'
import { cleanUserCode, formatUserCode, judgePoll, newUserCode } from './device-code.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(now + ms)

describe('a user code', () => {
  it('is read and typed by people', () => {
    expect(formatUserCode(newUserCode(() => 0))).toBe('BBBB-BBBB')
    expect(formatUserCode(newUserCode((below) => below - 1))).toBe('ZZZZ-ZZZZ')
  })

  it.each([
    ['bcdf-ghjk', 'BCDFGHJK'],
    [' BCDF GHJK ', 'BCDFGHJK'],
    ['BCDF–GHJK', 'BCDFGHJK'],
    ['', ''],
  ])('%j is meant as %s', (text, code) => {
    expect(cleanUserCode(text)).toBe(code)
  })
})

describe('asking whether it was allowed', () => {
  const asked = { expiresAt: at(60_000), polledAt: at(-5000), intervalSeconds: 5, isApproved: null }
  it.each([
    ['for the first time', { ...asked, polledAt: null }, { kind: 'pending' }],
    ['before anybody has answered', asked, { kind: 'pending' }],
    ['almost in time', { ...asked, polledAt: at(-4000) }, { kind: 'pending' }],
    ['too soon', { ...asked, polledAt: at(-3999) }, { kind: 'too-soon', intervalSeconds: 10 }],
    [
      'too soon, though it was allowed',
      { ...asked, polledAt: at(-1), isApproved: true },
      { kind: 'too-soon', intervalSeconds: 10 },
    ],
    [
      'too soon, again and again',
      { ...asked, polledAt: at(-1), intervalSeconds: 58 },
      { kind: 'too-soon', intervalSeconds: 60 },
    ],
    ['when it was allowed', { ...asked, isApproved: true }, { kind: 'approved' }],
    ['when it was not allowed', { ...asked, isApproved: false }, { kind: 'denied' }],
    ['too late', { ...asked, expiresAt: at(0), isApproved: true }, { kind: 'expired' }],
  ])('%s', (_, poll, verdict) => {
    expect(judgePoll(poll, now)).toEqual(verdict)
  })
})
