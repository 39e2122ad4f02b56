// What identity announces: sign-ins that worked, and those that did not.

import type { NewEvent } from '#platform/events'
import type { Account } from './identity.ts'

export function signedIn(account: Pick<Account, 'id'>, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_LOGIN', state: 'success', actorId: account.id, data: { source } }
}

/** Nobody is its actor: it may have been anybody. */
export function signInFailed(account: Account, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_LOGIN_ATTEMPT', state: 'failed', data: { source } }
}
