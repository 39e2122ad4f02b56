// Refusals about an account as a whole, as the API words them.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, Permission } from '@farport/vocabulary'
import { decideInAccount, type Actor, type Verdict } from './access.ts'

export const noSuchAccount: Refusal = {
  code: 'NOT_FOUND',
  message: 'There is no such account that you may look at.',
}

export function accountRefusal(verdict: Extract<Verdict, { allowed: false }>): Refusal {
  return verdict.code === 'unseen' ? noSuchAccount : { code: 'FORBIDDEN', message: verdict.reason }
}

/** The refusal to give when the actor lacks the permission in the account; `reason` replaces the usual sentence. */
export function requireInAccount(
  actor: Actor,
  permission: Permission,
  accountId: AccountId,
  reason?: string,
): Result<true, Refusal> {
  const verdict = decideInAccount(actor, permission, accountId)
  if (verdict.allowed) return accept(true)
  return refuse(accountRefusal(reason === undefined ? verdict : { ...verdict, reason }))
}
