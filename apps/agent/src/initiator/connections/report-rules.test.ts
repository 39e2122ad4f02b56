import { checkpointRows, type LocalConnection, type RelayPlace } from '@farport/protocol'
import { describe, expect, it } from 'vitest'
import { isReportDue, reportEveryMs, reportOf } from './report-rules.ts'

// Ids are not looked at here.
const relay = { id: 'r1', host: 'relay.example', port: 443, publicKey: '' } as unknown as RelayPlace
const shown = {
  connectionId: 'c1',
  state: 'connected',
  checkpoints: checkpointRows.map(() => true),
  path: { kind: 'relay', remote: 'relay.example:443', since: 1, roundTripMs: 20, loss: 0 },
  why: 'looking',
  reason: 'A direct way is being looked for.',
  txBytes: 1,
  rxBytes: 2,
  streams: 1,
} as unknown as LocalConnection

describe('what the server hears of a connection', () => {
  it.each<[string, Partial<LocalConnection>, object]>([
    ['by a relay: which', {}, { path: 'relay', relay: 'r1', remote: { host: 'relay.example', port: 443 } }],
    ['directly: no address', { path: { kind: 'lan', remote: '192.168.1.7', since: 1 } }, { path: 'lan' }],
    [
      'with an error: what went wrong',
      { error: { code: 523, message: 'x'.repeat(501) } },
      { error: { code: 523, message: 'x'.repeat(500) } },
    ],
  ])('%s', (_, change, told) => {
    expect(reportOf({ ...shown, ...change }, [relay])).toMatchObject(told)
  })

  it('names a relay only where one carries', () => {
    const direct = reportOf({ ...shown, path: { kind: 'udp', remote: 'relay.example:443', since: 1 } }, [relay])
    expect([direct.relay, direct.remote]).toEqual([undefined, undefined])
  })

  it('says so when nothing carries', () => {
    const { path: _, ...lost } = shown
    expect(reportOf({ ...lost, state: 'offline' }, [relay])).toMatchObject({ state: 'offline', why: 'looking' })
    expect(reportOf({ ...lost, state: 'offline' }, [relay])).not.toHaveProperty('path')
  })

  it.each([
    ['nothing was told yet', undefined, true],
    ['it is the same as a moment ago', { text: 'same', atMs: 1_000_000 - reportEveryMs + 1 }, false],
    ['it is the same as a minute ago', { text: 'same', atMs: 1_000_000 - reportEveryMs }, true],
    ['it is something else', { text: 'other', atMs: 1_000_000 }, true],
  ])('when %s: %o', (_, told, isDue) => {
    expect(isReportDue(told, { text: 'same', nowMs: 1_000_000 })).toBe(isDue)
  })
})
