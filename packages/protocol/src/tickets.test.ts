import { readFileSync } from 'node:fs'
import type { KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  decodeBase64url,
  generatePrivateKey,
  privateKeyFromSeed,
  publicKeyFromText,
  publicKeyText,
  seedOf,
  signText,
  verifyText,
} from './keys.ts'
import { ticketClaims, type TicketPurpose } from './ticket-claims.ts'
import { signTicket, verifyTicket } from './tickets.ts'
import { ticketLengthMax } from './words.ts'

const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'))
const valid = readFixture('tickets-valid.json') as {
  key: string
  nowMs: number
  tickets: { purpose: TicketPurpose; ticket: string; claims: unknown }[]
}
const invalid = readFixture('tickets-invalid.json') as {
  key: string
  purpose: TicketPurpose
  nowMs: number
  tickets: { why: string; refusal: string; ticket: string }[]
}

const serverKey = privateKeyFromSeed(Buffer.alloc(32, 1))
const keyOf = (text: string): KeyObject => publicKeyFromText(text) ?? expect.fail(`${text} is no key`)

describe('the fixtures', () => {
  test.each(valid.tickets)('a ticket for a $purpose holds', ({ purpose, ticket, claims }) => {
    expect(verifyTicket(ticket, [keyOf(valid.key)], purpose, valid.nowMs)).toEqual({ ok: true, value: claims })
    expect(signTicket(ticketClaims.parse(claims), serverKey)).toBe(ticket)
  })

  test.each(invalid.tickets)('$why: refused as $refusal', ({ ticket, refusal }) => {
    expect(verifyTicket(ticket, [keyOf(invalid.key)], invalid.purpose, invalid.nowMs)).toEqual({ ok: false, refusal })
  })
})

const [tunnel] = valid.tickets
const ticket = tunnel?.ticket ?? ''

describe('a ticket', () => {
  it('holds while any of the known keys has signed it, and under no key not at all', () => {
    const others = [keyOf(publicKeyText(generatePrivateKey())), keyOf(publicKeyText(generatePrivateKey()))]
    expect(verifyTicket(ticket, [...others, keyOf(valid.key)], 'tunnel', 0).ok).toBe(true)
    expect(verifyTicket(ticket, others, 'tunnel', 0)).toEqual({ ok: false, refusal: 'invalid' })
    expect(verifyTicket(ticket, [], 'tunnel', 0)).toEqual({ ok: false, refusal: 'invalid' })
  })

  it('holds no more when any one character is another', () => {
    fc.assert(
      fc.property(fc.nat({ max: ticket.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(ticket[at] !== character)
        const altered = ticket.slice(0, at) + character + ticket.slice(at + 1)
        expect(verifyTicket(altered, [keyOf(valid.key)], 'tunnel', 0)).toEqual({ ok: false, refusal: 'invalid' })
      }),
    )
  })

  it('is none, whatever else is said', { timeout: 3_600_000 }, () => {
    const parts = ticket.split('.')
    const part = fc.oneof(
      fc.constantFrom(...parts, '', 'farport2', 'A'.repeat(86)),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc.string({ maxLength: 100 }),
    )
    const said = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.array(part, { maxLength: 4 }).map((some) => some.join('.')),
      fc.tuple(part, part).map(([claims, signature]) => `farport1.${claims}.${signature}`),
    )
    fc.assert(
      fc.property(said, (text) => {
        fc.pre(text !== ticket)
        expect(verifyTicket(text, [keyOf(valid.key)], 'tunnel', 0)).toEqual({ ok: false, refusal: 'invalid' })
      }),
      { numRuns: Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 2000) },
    )
  })

  it('is not even looked at when it is too long', () => {
    const long = `farport1.${'A'.repeat(ticketLengthMax)}.${'A'.repeat(86)}`
    expect(verifyTicket(long, [keyOf(valid.key)], 'tunnel', 0)).toEqual({ ok: false, refusal: 'invalid' })
  })

  it('is not made when its claims are too long', () => {
    const claims = ticketClaims.parse({
      ...(valid.tickets[1]?.claims as object),
      allowed: { rule: 'ranges', ranges: Array.from({ length: 32 }, () => 'x'.repeat(64)) },
    })
    expect(() =>
      signTicket(
        {
          ...claims,
          allowed: { rule: 'ranges', ranges: Array.from({ length: 64 }, () => 'x'.repeat(64)) },
        } as typeof claims,
        serverKey,
      ),
    ).toThrow(RangeError)
    expect(signTicket(claims, serverKey).length).toBeLessThanOrEqual(ticketLengthMax)
  })
})

describe('a key', () => {
  it('comes back from its seed and from its text', () => {
    const key = generatePrivateKey()
    expect(privateKeyFromSeed(seedOf(key)).equals(key)).toBe(true)
    expect(publicKeyText(keyOf(publicKeyText(key)))).toBe(publicKeyText(key))
  })

  test.each([
    ['empty', ''],
    ['short', 'AAAA'],
    ['padded', `${'A'.repeat(43)}=`],
    ['with spare bits', `${'A'.repeat(42)}B`],
    ['no base64url', '!'.repeat(43)],
  ])('is not read from a text that is %s', (_why, text) => {
    expect(publicKeyFromText(text)).toBeUndefined()
  })

  it('signs texts that only it could have signed', () => {
    const [key, other] = [generatePrivateKey(), generatePrivateKey()]
    const signature = signText(key, 'a text')
    expect(verifyText(publicKeyText(key), 'a text', signature)).toBe(true)
    expect(verifyText(publicKeyText(key), 'another', signature)).toBe(false)
    expect(verifyText(publicKeyText(other), 'a text', signature)).toBe(false)
    expect(verifyText('no key', 'a text', signature)).toBe(false)
    expect(verifyText(publicKeyText(key), 'a text', 'no signature')).toBe(false)
  })

  it('and base64url have one spelling for each value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(decodeBase64url(Buffer.from(bytes).toString('base64url'))).toEqual(Buffer.from(bytes))
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([undefined, text]).toContain(decodeBase64url(text)?.toString('base64url'))
      }),
    )
  })
})
