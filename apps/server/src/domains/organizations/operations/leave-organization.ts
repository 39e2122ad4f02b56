// Somebody ends their own membership.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { accountRefusal, noSuchAccount, type Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { deleteMembers } from '../member-store.ts'
import { organizationPolicy } from '../organization-policy.ts'
import { holdOrganization } from '../organization-store.ts'

export async function leaveOrganization(
  context: OrganizationsContext,
  actor: Actor,
  accountId: AccountId,
): Promise<Result<true, Refusal>> {
  const verdict = organizationPolicy.leave(actor, accountId)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  return context.database.transaction(async (tx) => {
    await holdOrganization(tx, accountId)
    const userIds = await deleteMembers(tx, accountId, [actor.userId])
    await context.accessChanges.announce(tx, { accountId, userIds })
    return userIds.length > 0 ? accept(true) : refuse(noSuchAccount)
  })
}
