import { describe, expect, it } from 'vitest'
import { cleanCode, decideMethod, isPhoneCodeGood, noFactors, presentMfaPref, type SecondFactors } from './factors.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const sealed = Buffer.from('sealed')
const pending = (changes: object = {}) => ({
  phone: '+819012345678',
  codeHash: sealed,
  expiresAt: new Date(now + 1),
  wrongAnswers: 0,
  ...changes,
})

describe('turning a method on or off', () => {
  const all = { canSendSms: true, hasPasskey: true }
  const app: Partial<SecondFactors> = { sealedTotp: sealed }
  const phone: Partial<SecondFactors> = { phone: '+14155552671' }
  const appOn: Partial<SecondFactors> = { ...app, method: 'SOFTWARE_TOKEN_MFA', recoveryCodeHash: sealed }
  it.each([
    ['the app, set up', app, 'SOFTWARE_TOKEN_MFA', all, { kind: 'on', needsRecoveryCode: true }],
    ['the app, not set up', {}, 'SOFTWARE_TOKEN_MFA', all, 'Please set up an authenticator app first.'],
    [
      'the app, of which no code came back',
      { pendingSealedTotp: sealed },
      'SOFTWARE_TOKEN_MFA',
      all,
      'Please set up an authenticator app first.',
    ],
    ['messages, with a number', phone, 'SMS_MFA', all, { kind: 'on', needsRecoveryCode: true }],
    ['messages, without a number', {}, 'SMS_MFA', all, 'Please verify a phone number first.'],
    [
      'messages, to a number that is not verified',
      { pendingPhone: pending() },
      'SMS_MFA',
      all,
      'Please verify a phone number first.',
    ],
    [
      'messages, when none can be sent',
      phone,
      'SMS_MFA',
      { ...all, canSendSms: false },
      'Text messages cannot be sent from here.',
    ],
    ['a passkey', {}, 'WEB_AUTHN', all, { kind: 'on', needsRecoveryCode: true }],
    ['a passkey that is not there', {}, 'WEB_AUTHN', { ...all, hasPasskey: false }, 'Please add a passkey first.'],
    [
      'another one, with the code kept',
      { ...appOn, ...phone },
      'SMS_MFA',
      all,
      { kind: 'on', needsRecoveryCode: false },
    ],
    ['what is on', appOn, 'SOFTWARE_TOKEN_MFA', all, { kind: 'stays' }],
    ['nothing', appOn, 'NO_MFA', all, { kind: 'off' }],
    ['nothing, when nothing is on', {}, 'NO_MFA', all, { kind: 'stays' }],
  ] as const)('%s', (_, factors, wanted, here, expected) => {
    const decided = decideMethod({ ...noFactors, ...factors }, wanted, here)
    if (typeof expected === 'string') expect(decided).toMatchObject({ ok: false, refusal: { message: expected } })
    else expect(decided).toMatchObject({ ok: true, value: expected })
  })
})

it.each([
  ['nothing', {}, { method: 'NO_MFA', phone: null, phoneVerified: false, pendingPhone: null, totpVerified: false }],
  [
    'a number that waits',
    { pendingPhone: pending() },
    { phone: '+819012345678', phoneVerified: false, pendingPhone: null },
  ],
  ['a number that waited too long', { pendingPhone: pending({ expiresAt: new Date(now) }) }, { phone: null }],
  [
    'a number that is to take the place of another',
    { phone: '+14155552671', pendingPhone: pending() },
    { phone: '+14155552671', phoneVerified: true, pendingPhone: '+819012345678' },
  ],
  ['an app that waits', { pendingSealedTotp: sealed }, { totpVerified: false }],
  ['an app', { sealedTotp: sealed }, { totpVerified: true }],
  ['a recovery code', { recoveryCodeHash: sealed }, { hasBackupCode: true }],
] as const)('somebody with %s is told so', (_, factors, expected) => {
  const pref = presentMfaPref({ ...noFactors, ...factors }, { canSendSms: true, nowMs: now })
  expect(pref).toMatchObject({ canSendSms: true, ...expected })
  expect(pref).not.toHaveProperty('backupCode')
})

it.each([
  ['fresh', {}, true],
  ['a day old', { expiresAt: new Date(now) }, false],
  ['answered wrongly four times', { wrongAnswers: 4 }, true],
  ['answered wrongly five times', { wrongAnswers: 5 }, false],
])('a code for a number that is %s is good: %s', (_, changes, isGood) => {
  expect(isPhoneCodeGood(pending(changes), now)).toBe(isGood)
})

it.each([
  [' 123 456 ', '123456'],
  ['ABCD-EFGH', 'abcd-efgh'],
  ['\t1\n', '1'],
])('the code %j is read as %s', (text, expected) => {
  expect(cleanCode(text)).toBe(expected)
})
