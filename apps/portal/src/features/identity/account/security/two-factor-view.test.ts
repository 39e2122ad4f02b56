import { describe, expect, it } from 'vitest'
import { factorChoices, groupedSecret } from './two-factor-view.ts'

const all = { method: 'NO_MFA', canSendSms: true, hasPasskey: true } as const

describe('the factors to choose from', () => {
  it.each([
    ['none is on', {}, []],
    ['the app is on', { method: 'SOFTWARE_TOKEN_MFA' }, ['app']],
    ['messages are on', { method: 'SMS_MFA' }, ['sms']],
    ['a passkey is on', { method: 'WEB_AUTHN' }, ['passkey']],
  ] as const)('when %s', (_, change, areOn) => {
    const choices = factorChoices({ ...all, ...change })
    expect(choices.filter(({ isOn }) => isOn).map(({ factor }) => factor)).toEqual(areOn)
  })

  it.each([
    ['all is there', {}, [undefined, undefined, undefined]],
    ['messages cannot be sent', { canSendSms: false }, [undefined, undefined, 'account.smsUnavailable']],
    ['there is no passkey', { hasPasskey: false }, [undefined, 'account.passkeyMissing', undefined]],
  ])('say why one cannot be chosen when %s', (_, change, refusals) => {
    expect(factorChoices({ ...all, ...change }).map(({ refusal }) => refusal)).toEqual(refusals)
  })
})

it.each([
  ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
  ['JBSWY', 'JBSW Y'],
  ['', ''],
])('the secret %o is read as %o', (secret, text) => {
  expect(groupedSecret(secret)).toBe(text)
})
