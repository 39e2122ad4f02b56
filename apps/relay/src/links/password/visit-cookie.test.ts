import { describe, expect, it } from 'vitest'
import { hasVisitCookie, visitCookie, visitMs } from './visit-cookie.ts'

const key = Buffer.alloc(32, 7)
const terms = { code: 'abcdefgh01234567', passwordHash: 'scrypt$1$a$b', visitsFrom: 1000 }
const given = (scheme: 'http' | 'https' = 'https') =>
  visitCookie(terms, key, { scheme, nowMs: 5000 }).split(';')[0] ?? ''
const holds = (
  cookie: string,
  change: Partial<typeof terms> = {},
  at: { scheme?: 'http' | 'https'; nowMs?: number; key?: Buffer } = {},
) =>
  hasVisitCookie([`a=1; ${cookie}`, 'b=2'], { ...terms, ...change }, at.key ?? key, {
    scheme: at.scheme ?? 'https',
    nowMs: at.nowMs ?? 6000,
  })

describe('the cookie of a visit', () => {
  it('lets in who got it', () => {
    expect(holds(given())).toBe(true)
    expect(holds(given('http'), {}, { scheme: 'http' })).toBe(true)
  })

  it.each([
    ['at another link', given(), { code: 'abcdefgh01234568' }, {}],
    ['after the password has changed', given(), { passwordHash: 'scrypt$1$a$c' }, {}],
    ['after the link was switched off', given(), { visitsFrom: 5001 }, {}],
    ['after half a day', given(), {}, { nowMs: 5000 + visitMs }],
    ['before it was given', given(), {}, { nowMs: 4999 }],
    ['by HTTP, when it was given by HTTPS', given(), {}, { scheme: 'http' }],
    ['by HTTPS, when it was given by HTTP', given('http'), {}, { scheme: 'https' }],
    ['at another relay', given(), {}, { key: Buffer.alloc(32, 8) }],
    ['with another moment', given().replace('5000', '5001'), {}, {}],
    ['without its end', given().slice(0, -1), {}, {}],
    ['with more at its end', `${given()}A`, {}, {}],
    ['empty', '__Host-farport-link=', {}, {}],
  ] as const)('lets nobody in %s', (_, cookie, change, at) => {
    expect(holds(cookie, change, at)).toBe(false)
  })
})
