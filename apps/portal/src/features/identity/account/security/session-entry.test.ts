import { describe, expect, it } from 'vitest'
import { sessionKind, sessionPlace } from './session-entry.ts'

describe('a session is shown', () => {
  it.each([
    ['farport (command line)', 'terminal'],
    ['Chrome on Android', 'phone'],
    ['Safari on iPhone', 'phone'],
    ['Firefox on Linux', 'browser'],
    ['', 'browser'],
  ])('%o as %s', (device, kind) => {
    expect(sessionKind({ device })).toBe(kind)
  })

  it.each([
    [{ place: 'Berlin, Germany', address: '192.0.2.7' }, 'Berlin, Germany · 192.0.2.7'],
    [{ place: null, address: '192.0.2.7' }, '192.0.2.7'],
    [{ place: null, address: null }, ''],
  ])('%o in %o', (session, text) => {
    expect(sessionPlace(session)).toBe(text)
  })
})
