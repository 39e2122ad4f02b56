// What the section on two-factor authentication can look like.

import type { MfaMethod, MfaPref } from '@farport/contract'

export const factors = ['app', 'passkey', 'sms'] as const
export type Factor = (typeof factors)[number]

export interface FactorChoice {
  factor: Factor
  isOn: boolean
  /** Why it cannot be chosen. */
  refusal: 'account.smsUnavailable' | 'account.passkeyMissing' | undefined
}

const methodOf = { app: 'SOFTWARE_TOKEN_MFA', sms: 'SMS_MFA', passkey: 'WEB_AUTHN' } as const

/** Text messages come last: a number can be taken over. */
export function factorChoices(facts: Pick<MfaPref, 'method' | 'canSendSms'> & { hasPasskey: boolean }): FactorChoice[] {
  const refusals = {
    app: undefined,
    passkey: facts.hasPasskey ? undefined : 'account.passkeyMissing',
    sms: facts.canSendSms ? undefined : 'account.smsUnavailable',
  } as const
  return factors.map((factor) => ({ factor, isOn: isOn(facts.method, factor), refusal: refusals[factor] }))
}

function isOn(method: MfaMethod, factor: Factor): boolean {
  return method === methodOf[factor]
}

/** In groups of four, as people read them off. */
export function groupedSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
