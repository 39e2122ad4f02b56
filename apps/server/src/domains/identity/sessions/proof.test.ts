import { describe, expect, it } from 'vitest'
import { waysToProve, type ProofFacts } from './proof.ts'

const nothing: ProofFacts = {
  hasPassword: false,
  hasPersonalPasskey: false,
  method: 'NO_MFA',
  hasPhone: false,
  canSendSms: true,
}
const byText = { method: 'SMS_MFA', hasPhone: true } as const

describe('who is signed in proves that it is them', () => {
  it.each<[string, Partial<ProofFacts>, string[]]>([
    ['nothing: by signing in again', {}, []],
    ['a password', { hasPassword: true }, ['PASSWORD']],
    ['a passkey', { hasPersonalPasskey: true }, ['PASSKEY']],
    ['a passkey and a password', { hasPassword: true, hasPersonalPasskey: true }, ['PASSKEY', 'PASSWORD']],
    ['an app', { method: 'SOFTWARE_TOKEN_MFA' }, ['CODE_BY_APP']],
    ['an app, and a phone besides', { method: 'SOFTWARE_TOKEN_MFA', hasPhone: true }, ['CODE_BY_APP']],
    ['passkeys as the second factor, and a phone besides', { method: 'WEB_AUTHN', hasPhone: true }, []],
    ['messages', byText, ['CODE_BY_TEXT']],
    ['messages, where none can be sent', { ...byText, canSendSms: false }, []],
    ['a phone that was never turned on', { hasPhone: true }, []],
    ['messages and a password', { ...byText, hasPassword: true }, ['PASSWORD', 'CODE_BY_TEXT']],
  ])('with %s', (_, changes, expected) => {
    expect(waysToProve({ ...nothing, ...changes })).toEqual(expected)
  })
})
