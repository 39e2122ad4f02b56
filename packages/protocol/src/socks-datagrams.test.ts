import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeSocksDatagram, readSocksDatagram } from './socks-datagrams.ts'

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const runs = Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 5000)

describe('a datagram of a SOCKS client', () => {
  it.each<[string, string, unknown]>([
    ['for an IPv4 address', '000000 01 c0000207 0035 68656c6c6f', { host: '192.0.2.7', port: 53, text: 'hello' }],
    ['with nothing in it', '000000 01 c0000207 0035', { host: '192.0.2.7', port: 53, text: '' }],
    [
      'for an IPv6 address',
      '000000 04 20010db8000000000000000000000001 0035 61',
      { host: '2001:db8::1', port: 53, text: 'a' },
    ],
    [
      'for IPv4 in IPv6 clothes',
      '000000 04 00000000000000000000ffff7f000001 0035 61',
      { host: '127.0.0.1', port: 53, text: 'a' },
    ],
    ['for a name', '000000 03 04 686f7374 0035 61', { host: 'host', port: 53, text: 'a' }],
    ['that is a fragment', '000001 01 c0000207 0035 61', undefined],
    ['with something where nothing is', '010000 01 c0000207 0035 61', undefined],
    ['for port 0', '000000 01 c0000207 0000 61', undefined],
    ['for an address of no kind', '000000 02 c0000207 0035 61', undefined],
    ['for an empty name', '000000 03 00 0035 61', undefined],
    ['for a name with NUL in it', '000000 03 02 6100 0035 61', undefined],
    ['that lacks its port', '000000 01 c0000207 00', undefined],
    ['that lacks its kind', '000000', undefined],
    ['of nothing', '', undefined],
  ])('%s', (_name, hex, expected) => {
    const read = readSocksDatagram(bytesOf(hex))
    const told = read && { host: read.host, port: read.port, text: Buffer.from(read.payload).toString() }
    expect(told).toEqual(expected)
  })

  it('comes back as it was written', () => {
    const place = fc.record({
      host: fc.oneof(fc.ipV4(), fc.constant('2001:db8::1')),
      port: fc.integer({ min: 1, max: 65_535 }),
    })
    fc.assert(
      fc.property(place, fc.uint8Array({ maxLength: 2000 }), ({ host, port }, payload) => {
        const read = readSocksDatagram(encodeSocksDatagram({ host, port, payload }))
        expect(read && { ...read, payload: [...read.payload] }).toEqual({ host, port, payload: [...payload] })
      }),
    )
  })

  it('breaks nothing, whatever it is', { timeout: 3_600_000 }, () => {
    const nearly = fc
      .tuple(fc.constantFrom(0, 0, 0, 1), fc.constantFrom(1, 3, 4, 2), fc.uint8Array({ maxLength: 300 }))
      .map(([fragment, kind, rest]) => Uint8Array.of(0, 0, fragment, kind, ...rest))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), nearly), (bytes) => {
        const read = readSocksDatagram(bytes)
        if (read === undefined) return
        expect(read.port).toBeGreaterThan(0)
        expect(read.host).toMatch(/^[\w.:-]+$/)
        expect(read.payload.length).toBeLessThanOrEqual(bytes.length - 8)
      }),
      { numRuns: runs },
    )
  })
})
