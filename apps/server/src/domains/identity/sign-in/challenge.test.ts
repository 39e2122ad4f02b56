import { describe, expect, it } from 'vitest'
import { isChallengeToken, isComplete, isWanted, phoneHint, wantedFactors, wantsPasskey } from './challenge.ts'
import { createChallengeCookie } from './challenge-cookie.ts'

describe('a sign-in', () => {
  const facts = { method: 'NO_MFA', hasPasskey: false, hasRecoveryCode: false } as const
  it.each([
    ['nothing on', {}, undefined],
    ['nothing on, and a passkey', { hasPasskey: true }, undefined],
    ['the app', { method: 'SOFTWARE_TOKEN_MFA' }, { name: 'SOFTWARE_TOKEN_MFA', alternatives: [] }],
    ['messages', { method: 'SMS_MFA' }, { name: 'SMS_MFA', alternatives: [] }],
    ['passkeys', { method: 'WEB_AUTHN', hasPasskey: true }, { name: 'WEB_AUTHN', alternatives: [] }],
    [
      'the app, and a passkey',
      { method: 'SOFTWARE_TOKEN_MFA', hasPasskey: true },
      { name: 'SOFTWARE_TOKEN_MFA', alternatives: ['WEB_AUTHN'] },
    ],
    [
      'messages, a passkey and a recovery code',
      { method: 'SMS_MFA', hasPasskey: true, hasRecoveryCode: true },
      { name: 'SMS_MFA', alternatives: ['WEB_AUTHN', 'CUSTOM_CHALLENGE'] },
    ],
  ] as const)('with %s', (_, changes, expected) => {
    expect(wantedFactors({ ...facts, ...changes })).toEqual(expected)
  })

  it.each([
    ['password', false],
    ['provider', false],
    ['passkey', true],
    ['second-factor', true],
    ['recovery', true],
    ['welcome', true],
    ['device', true],
  ] as const)('by %s is complete: %s', (method, expected) => {
    expect(isComplete(method)).toBe(expected)
  })
})

describe('what is wanted', () => {
  const wanted = { name: 'SMS_MFA', alternatives: ['WEB_AUTHN', 'CUSTOM_CHALLENGE'] } as const
  it.each([
    ['SMS_MFA', true],
    ['WEB_AUTHN', true],
    ['SOFTWARE_TOKEN_MFA', false],
  ] as const)('by messages or a passkey, is %s: %s', (name, expected) => {
    expect(isWanted({ ...wanted, alternatives: [...wanted.alternatives] }, name)).toBe(expected)
  })

  it('tells whether a browser has to ask for a passkey', () => {
    expect(wantsPasskey({ ...wanted, alternatives: [...wanted.alternatives] })).toBe(true)
    expect(wantsPasskey({ name: 'SMS_MFA', alternatives: ['CUSTOM_CHALLENGE'] })).toBe(false)
  })
})

it('a phone is known by its end', () => {
  expect(phoneHint('+14155552671')).toBe('••• 71')
})

it.each([
  ['a'.repeat(43), true],
  ['a'.repeat(42), false],
  ['a'.repeat(44), false],
  [`${'a'.repeat(42)};`, false],
  ['', false],
])('%s is of our form: %s', (text, expected) => {
  expect(isChallengeToken(text)).toBe(expected)
})

it.each([
  [false, 'farport.challenge=t; Max-Age=900; Path=/auth/v1; HttpOnly; SameSite=Lax'],
  [true, '__Secure-farport.challenge=t; Max-Age=900; Path=/auth/v1; HttpOnly; SameSite=Lax; Secure'],
])('the cookie (by TLS: %s)', (isSecure, expected) => {
  const cookie = createChallengeCookie('challenge', isSecure, '/auth/v1')
  expect(cookie.set('t', 900)).toBe(expected)
  expect(cookie.clear()).toBe(expected.replace('=t; Max-Age=900', '=; Max-Age=0'))
})
