import { streamCode } from '@farport/session'
import { checkpointRows, type LocalState } from '@farport/protocol'
import { describe, expect, it } from 'vitest'
import {
  asSentence,
  checkpointsOf,
  deviceOffline,
  errorOf,
  stateOf,
  targetUnreachable,
  type ConnectionFacts,
  type PeerFacts,
} from './connection-rules.ts'
import { Measurements, samplesMax } from './measurements.ts'
import { renewalDueAt } from './renewal-rules.ts'

const peer: PeerFacts = { isAtRelay: true, isAuthenticated: true, carrier: 'udp', hasRelay: true, trouble: undefined }
const away: PeerFacts = {
  isAtRelay: false,
  isAuthenticated: false,
  carrier: undefined,
  hasRelay: false,
  trouble: deviceOffline('the device is offline'),
}
const facts = (changes: Partial<ConnectionFacts> = {}): ConnectionFacts => ({
  phase: 'open',
  streams: 0,
  opening: 0,
  peer,
  isPortAnswering: true,
  isNameResolving: true,
  isTargetReachable: true,
  ...changes,
})

describe('a connection is', () => {
  it.each<[LocalState, Partial<ConnectionFacts>]>([
    ['starting', { phase: 'binding' }],
    ['ready', {}],
    ['connecting', { opening: 1 }],
    ['connecting', { peer: { ...away, trouble: undefined } }],
    ['connected', { streams: 1 }],
    ['connected', { streams: 1, peer: away }],
    ['offline', { peer: away }],
    ['offline', { peer: away, opening: 1 }],
    ['disconnecting', { phase: 'closing', streams: 2 }],
    ['stopping', { phase: 'closing' }],
    ['disconnected', { phase: 'closed', streams: 1 }],
  ])('%s', (state, changes) => {
    expect(stateOf(facts(changes))).toBe(state)
  })
})

describe('the checkpoints', () => {
  const rows = (changes: Partial<ConnectionFacts>, route: 'failover' | 'proxy' = 'failover') =>
    Object.fromEntries(checkpointsOf(facts(changes), route).map((value, index) => [checkpointRows[index], value]))

  it('are all there for a direct connection with a relay beside it', () => {
    expect(new Set(checkpointsOf(facts(), 'failover'))).toEqual(new Set([true]))
    expect(checkpointsOf(facts(), 'failover')).toHaveLength(checkpointRows.length)
  })

  it.each<[string, Partial<ConnectionFacts>, object]>([
    [
      'the port is not bound yet',
      { phase: 'binding' },
      { 'Bound to local port': false, 'Agent bound to local port': false },
    ],
    [
      'another program answers there',
      { isPortAnswering: false },
      { 'Bound to local port': true, 'Agent bound to local port': false },
    ],
    ['the name leads nowhere', { isNameResolving: false }, { 'Hostname fetched': true, 'Hostname resolved': false }],
    ['nobody has asked the service', { isTargetReachable: undefined }, { 'Target service is reachable': null }],
    ['the service does not answer', { isTargetReachable: false }, { 'Target service is reachable': false }],
    [
      'no relay lets this machine in',
      { peer: away },
      { 'Agent connected to Cloud': false, 'Agent authenticated': false, 'Proxy connection established': false },
    ],
    [
      'a relay carries',
      { peer: { ...peer, carrier: 'relay' } },
      { 'Peer to peer tunnel created': false, 'Proxy connection established': true },
    ],
  ])('%s', (_, changes, expected) => {
    expect(rows(changes)).toMatchObject(expected)
  })

  it('no direct path is asked for where only a relay is permitted', () => {
    expect(rows({}, 'proxy')).toMatchObject({ 'Peer to peer tunnel created': null })
  })
})

describe('a refused stream', () => {
  it.each([
    ['of a service that is not there', streamCode.targetUnreachable, 'connect ECONNREFUSED', targetUnreachable],
    [
      'without a good ticket',
      streamCode.ticketRefused,
      'the ticket has expired',
      { code: 101, message: 'The ticket has expired.' },
    ],
    ['one too many', streamCode.tooManyStreams, 'no more!', { code: 101, message: 'No more!' }],
    ['of a connection that was ended', streamCode.revoked, 'ended', undefined],
    ['in order', streamCode.none, '', undefined],
  ])('%s', (_, code, message, error) => {
    expect(errorOf({ code, message })).toEqual(error)
  })

  it.each([
    ['it broke', 'It broke.'],
    [' Done. ', 'Done.'],
    ['why?', 'Why?'],
  ])('is told in a sentence: %s', (text, sentence) => {
    expect(asSentence(text)).toBe(sentence)
  })
})

describe('a ticket', () => {
  it.each([
    ['of ten minutes is renewed after five', 600_000, 300_000],
    ['of a few seconds is not asked for all the time', 3000, 5000],
    ['that has expired is asked for soon', -60_000, 5000],
  ])('%s', (_, leftMs, afterMs) => {
    expect(renewalDueAt(1_000_000 + leftMs, 1_000_000)).toBe(1_000_000 + afterMs)
  })
})

it('measurements tell bytes since the one before, and the oldest are forgotten', () => {
  const measurements = new Measurements()
  for (let at = 1; at <= samplesMax + 5; at += 1) measurements.add({ at, txBytes: at * 10, rxBytes: at })
  expect(measurements.all).toHaveLength(samplesMax)
  expect(measurements.all[0]).toEqual({ at: 6, txBytes: 10, rxBytes: 1 })
})
