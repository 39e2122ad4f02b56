import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  encodeSocksMethod,
  encodeSocksReply,
  readSocksGreeting,
  readSocksRequest,
  socksMessageBytesMax,
  socksReply,
  type SocksReading,
} from './socks.ts'

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const told = <Value>(reading: SocksReading<Value>) =>
  reading.state === 'read' ? reading.value : reading.state === 'refused' ? reading.refusal : reading.state

describe('a greeting', () => {
  it.each<[string, string, unknown]>([
    ['with no authentication among its methods', '05 03 02 01 00', true],
    ['with nothing but that', '05 01 00', true],
    ['that has only begun', '05', 'incomplete'],
    ['that lacks a method yet', '05 02 02', 'incomplete'],
    ['that insists on a password', '05 01 02', 'method'],
    ['that offers nothing', '05 00', 'method'],
    ['of SOCKS 4', '04 01 00 50', 'socks4'],
    ['of a browser', '47 45 54 20', 'not-socks'],
    ['of TLS', '16 03 01', 'not-socks'],
    ['of nothing yet', '', 'incomplete'],
  ])('%s', (_name, hex, expected) => {
    expect(told(readSocksGreeting(bytesOf(hex)))).toBe(expected)
  })
})

describe('a request', () => {
  it.each<[string, string, unknown]>([
    ['for an IPv4 address', '05 01 00 01 c0000207 0050', { command: 'connect', host: '192.0.2.7', port: 80 }],
    [
      'for an IPv6 address',
      '05 01 00 04 20010db8000000000000000000000001 01bb',
      { command: 'connect', host: '2001:db8::1', port: 443 },
    ],
    [
      'for an IPv4 address in IPv6 clothes',
      '05 01 00 04 00000000000000000000ffff7f000001 0016',
      { command: 'connect', host: '127.0.0.1', port: 22 },
    ],
    ['for a name', '05 01 00 03 04 686f7374 0050', { command: 'connect', host: 'host', port: 80 }],
    ['to be called back', '05 02 00 01 c0000207 0050', { command: 'bind', host: '192.0.2.7', port: 80 }],
    ['for datagrams', '05 03 00 01 00000000 0050', { command: 'udp-associate', host: '0.0.0.0', port: 80 }],
    [
      'for datagrams from anywhere',
      '05 03 00 01 00000000 0000',
      { command: 'udp-associate', host: '0.0.0.0', port: 0 },
    ],
    ['of a local agent', '05 83 00 01 00000000 0000', { command: 'udp-beside-stream', host: '0.0.0.0', port: 0 }],
    ['for what is no command', '05 99 00 01 c0000207 0050', { command: 'unknown', host: '192.0.2.7', port: 80 }],
    ['that has only begun', '05 01 00', 'incomplete'],
    ['that lacks its address', '05 01 00 01 c00002', 'incomplete'],
    ['that lacks the length of its name', '05 01 00 03', 'incomplete'],
    ['that lacks its port', '05 01 00 03 04 686f7374 00', 'incomplete'],
    ['with an empty name', '05 01 00 03 00 0050', 'malformed'],
    ['with NUL in its name', '05 01 00 03 04 686f0074 0050', 'malformed'],
    ['with a zone in its name', '05 01 00 03 05 6665253131 0050', 'malformed'],
    ['with a line end in its name', '05 01 00 03 03 610a62 0050', 'malformed'],
    ['for port 0', '05 01 00 01 c0000207 0000', 'malformed'],
    ['with an address of no kind', '05 01 00 02 c0000207 0050', 'address-type'],
    ['of another version', '04 01 00 01 c0000207 0050', 'malformed'],
    ['with something where nothing is', '05 01 01 01 c0000207 0050', 'malformed'],
  ])('%s', (_name, hex, expected) => {
    expect(told(readSocksRequest(bytesOf(hex)))).toEqual(expected)
  })

  it('ends where it ends, whatever follows', () => {
    const reading = readSocksRequest(bytesOf('05 01 00 01 c0000207 0050 474554'))
    expect(reading).toMatchObject({ state: 'read', byteCount: 10 })
  })
})

const readers = [readSocksGreeting, readSocksRequest] as const
/** Mostly nearly right, so that every branch is reached. */
const socksBytes = fc.oneof(
  fc.uint8Array({ maxLength: 600 }),
  fc
    .tuple(fc.constantFrom(1, 2, 3, 9), fc.constantFrom(0, 0, 1), fc.constantFrom(1, 3, 4, 7), fc.uint8Array())
    .map(([command, reserved, type, rest]) => Uint8Array.of(5, command, reserved, type, ...rest)),
)

describe('whatever comes', () => {
  it('is read, refused or waited for, and never waited for beyond the longest message', () => {
    fc.assert(
      fc.property(socksBytes, (bytes) => {
        for (const read of readers) {
          const reading = read(bytes)
          if (reading.state === 'incomplete') expect(bytes.length).toBeLessThan(socksMessageBytesMax)
          if (reading.state === 'read') {
            expect(reading.byteCount).toBeLessThanOrEqual(Math.min(bytes.length, socksMessageBytesMax))
          }
        }
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 20_000) },
    )
  })

  it('is dealt with a million times as well as once', () => {
    const bytes = new Uint8Array(300)
    const seen = new Set<string>()
    let state = 1
    for (let round = 0; round < 1_000_000; round += 1) {
      // xorshift32: every byte changes now and then, and the beginning is often right.
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      bytes[(state >>> 8) % (round % 2 === 0 ? 8 : bytes.length)] = state & (round % 3 === 0 ? 0xff : 0x05)
      bytes[0] = 5
      const part = bytes.subarray(0, (state >>> 16) % bytes.length)
      for (const read of readers) seen.add(String(told<unknown>(read(part))))
    }
    expect([...seen].toSorted()).toEqual([
      '[object Object]',
      'address-type',
      'incomplete',
      'malformed',
      'method',
      'true',
    ])
  })

  it('reads the same in one piece as byte by byte', () => {
    fc.assert(
      fc.property(socksBytes, (bytes) => {
        for (const read of readers) {
          const whole = read(bytes)
          if (whole.state === 'incomplete') continue
          const lengths = Array.from({ length: bytes.length + 1 }, (_, length) => length)
          const first = lengths.map((length) => read(bytes.subarray(0, length))).find(isSettled)
          expect(first).toEqual(whole)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

it('answers are those of the RFC', () => {
  expect([...encodeSocksMethod(true), ...encodeSocksMethod(false)]).toEqual([5, 0, 5, 0xff])
  expect([...encodeSocksReply(socksReply.connectionRefused)]).toEqual([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])
})

const isSettled = (reading: SocksReading<unknown>): boolean => reading.state !== 'incomplete'
