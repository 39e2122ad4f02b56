import { describe, expect, it } from 'vitest'
import { checkpointRows, localConnection, type LocalConnection } from '@farport/protocol'
import { bytesText, explainConnection } from './explain-connection.ts'
import { allowedLocallyText, localBindingOf, type LanOptions } from './lan-options.ts'

describe('where a port is bound, and for whom', () => {
  it.each<[string, LanOptions, string | undefined, object]>([
    ['on this machine alone', {}, '192.168.1.7', { host: '127.0.0.1', allowed: undefined }],
    ['on another loopback address', { bind: '127.0.0.5' }, undefined, { host: '127.0.0.5', allowed: undefined }],
    ['for a network of class C', { lan: 'C' }, '192.168.1.7', { host: '0.0.0.0', allowed: ranges('192.168.1.7/24') }],
    ['of class B', { lan: 'b' }, '172.16.3.4', { host: '0.0.0.0', allowed: ranges('172.16.3.4/16') }],
    ['of class A', { lan: 'A' }, '10.1.2.3', { host: '0.0.0.0', allowed: ranges('10.1.2.3/8') }],
    [
      'of the address it is bound to',
      { lan: 'C', bind: '10.9.9.9' },
      '10.1.2.3',
      { host: '10.9.9.9', allowed: ranges('10.9.9.9/24') },
    ],
    ['for one address', { lan: '10.1.2.9' }, undefined, { host: '0.0.0.0', allowed: ranges('10.1.2.9') }],
    ['for anyone', { lan: 'anyone' }, undefined, { host: '0.0.0.0', allowed: { rule: 'anyone' } }],
  ])('%s', (_, options, own, binding) => {
    expect(localBindingOf(options, own)).toEqual({ ok: true, value: binding })
  })

  it.each<[string, LanOptions, string | undefined]>([
    ['a network address for nobody', { bind: '192.168.1.7' }, '192.168.1.7'],
    ['loopback for the network', { bind: '127.0.0.1', lan: 'C' }, '192.168.1.7'],
    ['a name', { bind: 'localhost' }, undefined],
    ['a range of another size', { lan: '10.0.0.0/12' }, undefined],
    ['a word that is none', { lan: 'D' }, undefined],
    ['a class without a network', { lan: 'C' }, undefined],
  ])('%s is refused', (_, options, own) => {
    expect(localBindingOf(options, own).ok).toBe(false)
  })

  it.each([
    [{ rule: 'ranges' as const, ranges: ['127.0.0.0/8'] }, 'this machine'],
    [ranges('10.1.2.9'), 'this machine and 10.1.2.9'],
    [{ rule: 'anyone' as const }, 'anyone who reaches this machine'],
  ])('%j is read as: %s', (rule, text) => {
    expect(allowedLocallyText(rule)).toBe(text)
  })
})

function ranges(range: string) {
  return { rule: 'ranges' as const, ranges: [range] }
}

const connection: LocalConnection = localConnection.parse({
  connectionId: '11111111-1111-4111-8111-111111111111',
  deviceId: 'd-0000000000000001',
  serviceId: 's-0000000000000001',
  deviceName: 'attic',
  serviceName: 'Shell',
  application: 28,
  protocol: 'TCP',
  route: 'failover',
  name: 'shell-attic.localhost',
  host: '127.0.0.1',
  port: 33_001,
  boundTo: '127.0.0.1',
  allowed: { rule: 'ranges', ranges: ['127.0.0.0/8'] },
  state: 'connected',
  checkpoints: checkpointRows.map((_, index) => (index === 2 ? false : index === 8 ? null : true)),
  path: { kind: 'udp', remote: '203.0.113.5:4000', since: 1_000_000, roundTripMs: 12.34, loss: 0.05 },
  reason: 'Not in one network.',
  txBytes: 1_234_567,
  rxBytes: 12,
  streams: 2,
  openedAt: 900_000,
})

describe('an explained connection', () => {
  it('tells path, reason, round trip, loss, bytes and conditions', () => {
    expect(explainConnection(connection, [], 1_042_000).split('\n')).toEqual([
      'State       connected, 2 streams',
      'Route       Adaptive',
      'Name        shell-attic.localhost (in browsers only, on this machine)',
      'Path        direct, over UDP (203.0.113.5:4000), for 42 s',
      'Not better  Not in one network.',
      'Round trip  12 ms, 5 % lost',
      'Carried     1.2 MB to the device, 12 B from it',
      'Checkpoints',
      '  yes  Bound to local port',
      '  yes  Hostname fetched',
      '  no   Hostname resolved',
      '  yes  Agent bound to local port',
      '  yes  Agent can start',
      '  yes  Agent connected to Cloud',
      '  yes  Agent authenticated',
      '  yes  Peer to peer tunnel created',
      '  -    Target service is reachable',
      '  yes  Proxy connection established',
    ])
  })

  it('tells what is wrong, and lets nothing paint the screen', () => {
    const { path: _, ...without } = connection
    const text = explainConnection(
      { ...without, state: 'offline', error: { code: 101, message: 'Away.\u001b[2J' } },
      [],
      0,
    )
    expect(text).toContain('Error 101   Away.\ufffd[2J')
    expect(text).toMatch(/Path +none/)
    expect(text).toMatch(/Round trip +none/)
    expect(text).not.toContain('\u001b')
  })

  it('tells how it was over time, the last moments only', () => {
    const samples = Array.from({ length: 9 }, (_, index) => ({
      at: new Date(2026, 10, 20, 12, 0, index * 5).getTime(),
      path: index < 7 ? ('relay' as const) : ('lan' as const),
      roundTripMs: 40 - index,
      loss: 0,
      txBytes: index * 1000,
      rxBytes: 0,
    }))
    expect(explainConnection(connection, samples, 0).split('\n').slice(-7)).toEqual([
      'Over time  Path   Round trip       To      From',
      '12:00:15   relay  37 ms, 0 % lost  3.0 kB  0 B',
      '12:00:20   relay  36 ms, 0 % lost  4.0 kB  0 B',
      '12:00:25   relay  35 ms, 0 % lost  5.0 kB  0 B',
      '12:00:30   relay  34 ms, 0 % lost  6.0 kB  0 B',
      '12:00:35   lan    33 ms, 0 % lost  7.0 kB  0 B',
      '12:00:40   lan    32 ms, 0 % lost  8.0 kB  0 B',
    ])
  })

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [123_456_789, '123 MB'],
    [5e15, '5000 TB'],
  ])('%d bytes are %s', (byteCount, text) => {
    expect(bytesText(byteCount)).toBe(text)
  })
})
