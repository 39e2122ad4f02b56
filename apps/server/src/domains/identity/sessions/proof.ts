// By what somebody who is signed in can prove once more that it is them. Pure.

import type { MfaMethod, ProofWay } from '@farport/contract'

export interface ProofFacts {
  hasPassword: boolean
  /** One that checks the person: who sits at somebody else's machine may well have the key that is plugged in. */
  hasPersonalPasskey: boolean
  method: MfaMethod
  hasPhone: boolean
  canSendSms: boolean
}

/**
 * The handiest first. Codes are those of the factor that the person turned on, and nothing that is easier to come by: who chose an app
 * is not sent a text message.
 */
export function waysToProve(facts: ProofFacts): ProofWay[] {
  const { hasPassword, hasPersonalPasskey, method, hasPhone, canSendSms } = facts
  const ways: ProofWay[] = []
  if (hasPersonalPasskey) ways.push('PASSKEY')
  if (hasPassword) ways.push('PASSWORD')
  if (method === 'SOFTWARE_TOKEN_MFA') ways.push('CODE_BY_APP')
  if (method === 'SMS_MFA' && hasPhone && canSendSms) ways.push('CODE_BY_TEXT')
  return ways
}
