import { createHmac } from 'node:crypto'
import { Secret } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { authenticatorStep, authenticatorUri, newAuthenticatorSecret } from './authenticator-codes.ts'
import { authenticatorCode } from './test-authenticator.ts'

/** RFC 6238, appendix B: this key, and the last six of the eight digits there. */
const rfcKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('are those of RFC 6238 at %i', (seconds, code) => {
    expect(authenticatorCode(rfcKey, seconds * 1000)).toBe(code)
    expect(authenticatorStep(new Secret(rfcKey), code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  const now = 1_900_000_005_000
  const secret = newAuthenticatorSecret()
  const stepNow = Math.floor(now / 30_000)
  it.each([
    ['of now', 0, stepNow],
    ['of the step before', -1, stepNow - 1],
    ['of the step after', 1, stepNow + 1],
    ['of two steps before', -2, undefined],
    ['of two steps after', 2, undefined],
  ])('the code %s', (_, steps, expected) => {
    expect(authenticatorStep(secret, authenticatorCode(secret.reveal(), now + steps * 30_000), now)).toBe(expected)
  })

  it.each([
    ['no digits', 'abcdef'],
    ['five', '12345'],
    ['seven', '1234567'],
    ['other digits', '１２３４５６'],
    ['none', ''],
  ])('are not %s', (_, code) => {
    expect(authenticatorStep(secret, code, now)).toBeUndefined()
  })

  it('secrets have 160 bits and differ', () => {
    expect(secret.reveal()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newAuthenticatorSecret().reveal()).not.toBe(secret.reveal())
  })

  it('the address in the QR code says whose they are', () => {
    const uri = new URL(authenticatorUri(secret, 'ann@example.org'))
    expect(decodeURIComponent(uri.pathname)).toContain('Farport:ann@example.org')
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: secret.reveal(), issuer: 'Farport' })
    expect(uri.href).toMatch(/^otpauth:\/\/totp\//)
  })
})

it('the test’s own computation is HMAC, not the library’s', () => {
  const counter = Buffer.from('0000000000000001', 'hex')
  const mac = createHmac('sha1', '12345678901234567890').update(counter).digest()
  expect(mac.toString('hex')).toBe('75a48a19d4cbe100644e8ac1397eea747a2d33ab')
})
