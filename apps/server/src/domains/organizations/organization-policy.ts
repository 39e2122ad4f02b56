// Who may do what with an organization.

import type { AccountId } from '@farport/vocabulary'
import { actsFor, allowed, decideInAccount, type Actor, type Verdict } from '../../access/index.ts'

export const organizationPolicy = {
  view: (actor: Actor, accountId: AccountId): Verdict => (actsFor(actor, accountId) ? allowed : unseen),
  /** Its settings, members and roles. An admin may make others admins; the owner is no member, so nobody demotes them. */
  change: (actor: Actor, accountId: AccountId): Verdict =>
    withReason(decideInAccount(actor, 'ADMIN', accountId), 'You need admin privileges to change this organization.'),
  seeGuests: (actor: Actor, accountId: AccountId): Verdict =>
    withReason(
      decideInAccount(actor, 'MANAGE', accountId),
      'Please contact the organization owner to request device manager privileges.',
    ),
  delete: (actor: Actor, accountId: AccountId): Verdict =>
    ifSeen(actor, accountId, actor.userId === accountId, 'Only the owner can delete the organization.'),
  leave: (actor: Actor, accountId: AccountId): Verdict =>
    ifSeen(actor, accountId, actor.userId !== accountId, 'The owner cannot leave the organization, only delete it.'),
}

const unseen: Verdict = { allowed: false, code: 'unseen', reason: 'You do not have access to it.' }

function ifSeen(actor: Actor, accountId: AccountId, isAllowed: boolean, reason: string): Verdict {
  if (!actsFor(actor, accountId)) return unseen
  return isAllowed ? allowed : { allowed: false, code: 'forbidden', reason }
}

/** `unseen` keeps its own: it must not tell what there is. */
function withReason(verdict: Verdict, reason: string): Verdict {
  return verdict.allowed || verdict.code === 'unseen' ? verdict : { ...verdict, reason }
}
