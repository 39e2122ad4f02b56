import { describe, expect, it } from 'vitest'
import {
  advance,
  connectionUrl,
  overdueEnd,
  stuckBefore,
  type ConnectionEvent,
  type ConnectionProgress,
} from './connection.ts'

const at = new Date(1000)
const later = new Date(2000)
const place = { host: 'relay.example', port: 20_001 }
const elsewhere = { host: 'relay.example', port: 20_002 }

const opening: ConnectionProgress = { state: 'opening', at }
const open: ConnectionProgress = { state: 'open', at, ...place }
const reopening: ConnectionProgress = { state: 'reopening', at, ...place }
const closing: ConnectionProgress = { state: 'closing', at, end: 'disconnected' }
const closed: ConnectionProgress = { state: 'closed', at, end: 'idle' }

const opened: ConnectionEvent = { event: 'opened', at: later, ...place }
const returned: ConnectionEvent = { event: 'relay-returned', at: later }
const refused: ConnectionEvent = { event: 'refused', at: later, isAgentAway: false }
const away: ConnectionEvent = { event: 'refused', at: later, isAgentAway: true }
const closeAsked: ConnectionEvent = { event: 'close-asked', at: later, end: 'disconnected' }
const ended: ConnectionEvent = { event: 'closed', at: later, end: 'idle' }

describe('a connection', () => {
  it.each([
    ['opens', opening, opened, { ...open, at: later }],
    ['is refused', opening, refused, { state: 'closed', at: later, end: 'failed' }],
    ['is refused when the agent is away', opening, away, { state: 'closed', at: later, end: 'failed' }],
    ['is closed before it opened', opening, closeAsked, { ...closing, at: later }],
    ['opened twice is open since the first time', open, opened, open],
    ['opens again when its relay is back', open, returned, { ...reopening, at: later }],
    ['is open again', reopening, opened, { ...open, at: later }],
    ['is open again elsewhere', reopening, { ...opened, ...elsewhere }, { state: 'open', at: later, ...elsewhere }],
    ['waits for its agent to come back', reopening, away, reopening],
    ['does not wait for anything else', reopening, refused, { state: 'closed', at: later, end: 'failed' }],
    ['does not open while it closes', closing, opened, closing],
    ['ends by itself', open, ended, { state: 'closed', at: later, end: 'idle' }],
    ['ends for the reason that it was closed for', closing, ended, { state: 'closed', at: later, end: 'disconnected' }],
    ['is asked to close once', closing, { ...closeAsked, end: 'failed' }, closing],
    ['closed is the end', closed, opened, closed],
    ['closed stays closed', closed, closeAsked, closed],
  ] as const)('%s', (_, progress, happened, next) => {
    expect(advance(progress, happened)).toEqual(next)
  })

  it.each([
    ['opening', opening, 5000, 'failed'],
    ['open on a relay that is gone', open, 5000, 'failed'],
    ['open past its time', open, 10_001, 'expired'],
    ['closing', closing, 10_001, 'disconnected'],
  ] as const)('overdue while %s ends for a reason', (_, progress, now, end) => {
    expect(overdueEnd({ progress, expiresAt: new Date(10_000) }, new Date(now))).toBe(end)
  })

  it('may take its time, in each state another', () => {
    const { opening: first, reopening: second, closing: third } = stuckBefore(new Date(100_000))
    expect([first, second, third].map((moment) => moment.getTime())).toEqual([80_000, 40_000, 90_000])
  })

  it.each([
    ['ssh', place, 'ssh://relay.example:20001'],
    ['https', { host: '2001:db8::1', port: 443 }, 'https://[2001:db8::1]:443'],
    [undefined, place, undefined],
  ])('with the scheme %s at %j has the URL %s', (scheme, where, url) => {
    expect(connectionUrl(scheme, where)).toBe(url)
  })
})
