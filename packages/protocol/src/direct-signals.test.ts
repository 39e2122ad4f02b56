import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { candidatesMax, directSignal, encodeDirectSignal, parseDirectSignal } from './direct-signals.ts'
import { signalBytesMax } from './frames.ts'

const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
const valid = readFixture('direct-signals-valid.json') as { why: string; signal: unknown }[]
const invalid = readFixture('direct-signals-invalid.json') as { why: string; text: string }[]

describe('the fixtures', () => {
  test.each(valid)('$why', ({ signal }) => {
    expect(parseDirectSignal(encodeDirectSignal(directSignal.parse(signal)))).toEqual({ ok: true, value: signal })
  })

  test.each(invalid)('$why is refused', ({ text }) => {
    expect(parseDirectSignal(text)).toEqual({ ok: false, refusal: 'unreadable' })
  })
})

it('the longest signal fits in a frame', () => {
  const longest = encodeDirectSignal({
    type: 'look',
    round: 0xffff_ffff,
    nonce: 'A'.repeat(43),
    kinds: ['lan', 'tcp', 'udp'],
    nat: 'udp-blocked',
    candidates: Array.from({ length: candidatesMax }, () => ({
      use: 'listen',
      origin: 'mapped',
      host: '2001:db88:8888:8888:8888:8888:8888:8888',
      port: 65_535,
    })),
    isComplete: false,
  })
  expect(longest.length).toBeLessThan(signalBytesMax)
})

it('one that is too long is not even looked at', () => {
  expect(parseDirectSignal(`{"type":"again"}${' '.repeat(signalBytesMax)}`).ok).toBe(false)
})

it('any text breaks nothing', () => {
  const look = fc.record({
    type: fc.constant('look'),
    round: fc.anything(),
    nonce: fc.constant('A'.repeat(43)),
    kinds: fc.constantFrom([], ['udp']),
    nat: fc.constantFrom('cone', 'x'),
    candidates: fc.array(
      fc.record({
        use: fc.constantFrom('udp', 'listen'),
        origin: fc.constantFrom('host', 'seen'),
        host: fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()),
        port: fc.integer(),
      }),
    ),
    isComplete: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        look.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        const signal = parseDirectSignal(text)
        expect(signal.ok ? signal.value.type : 'refused').toMatch(/^(look|again|refused)$/)
      },
    ),
    { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 5000) },
  )
})
