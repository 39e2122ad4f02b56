// What is announced of second factors, in the log of the account.

import type { MfaMethod } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { NewEvent } from '#platform/events'

export function factorsTurnedOn(accountId: AccountId, method: MfaMethod, source: string): NewEvent {
  return { accountId, type: 'AUTH_MFA_ENABLED', state: 'success', actorId: accountId, data: { method, source } }
}

export function factorsTurnedOff(accountId: AccountId, source: string): NewEvent {
  return { accountId, type: 'AUTH_MFA_DISABLED', state: 'success', actorId: accountId, data: { source } }
}

export function phoneChanged(accountId: AccountId, source: string): NewEvent {
  return { accountId, type: 'AUTH_PHONE_CHANGE', state: 'success', actorId: accountId, data: { source } }
}
