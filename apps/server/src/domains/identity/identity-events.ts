// What identity announces: sign-ins that worked, and those that did not.

import type { NewEvent } from '#platform/events'
import type { Account } from './identity.ts'

export function signedIn(account: Pick<Account, 'id'>, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_LOGIN', state: 'success', actorId: account.id, data: { source } }
}

/** A code was mailed for a new password. Nobody is its actor: anybody can ask for one. */
export function passwordResetAsked(account: Pick<Account, 'id'>, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_PASSWORD_RESET', data: { source } }
}

export function passwordResetConfirmed(account: Pick<Account, 'id'>, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_PASSWORD_RESET_CONFIRMED', actorId: account.id, data: { source } }
}

export function passwordChanged(account: Pick<Account, 'id'>, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_PASSWORD_CHANGE', actorId: account.id, data: { source } }
}

export function emailChanged(account: Pick<Account, 'id'>, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_EMAIL_CHANGE', actorId: account.id, data: { source } }
}

/** Somebody came with a token that had been exchanged before: maybe a thief, maybe who was robbed. */
export function tokenReused(account: Account, source: string): NewEvent {
  const data = { source, reason: 'reused-token' }
  return { accountId: account.id, type: 'AUTH_LOGIN_ATTEMPT', state: 'failed', data }
}

/** Nobody is its actor: it may have been anybody. */
export function signInFailed(account: Account, source: string): NewEvent {
  return { accountId: account.id, type: 'AUTH_LOGIN_ATTEMPT', state: 'failed', data: { source } }
}
