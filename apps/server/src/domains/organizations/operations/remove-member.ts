// Ends memberships of an organization.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { accountRefusal, type Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { parseEmails } from '../member.ts'
import { deleteMembers } from '../member-store.ts'
import { organizationPolicy } from '../organization-policy.ts'
import { invalid, organizationRefusals } from '../organization-refusal.ts'
import { organizationForChange } from './organization-for-change.ts'

/** False when none of them was a member. */
export async function removeMember(
  context: OrganizationsContext,
  actor: Actor,
  { accountId, ...wish }: { accountId: AccountId; emails: readonly string[] },
): Promise<Result<boolean, Refusal>> {
  const verdict = organizationPolicy.change(actor, accountId)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  const emails = parseEmails(wish.emails)
  if (!emails.ok) return refuse(invalid(emails.refusal))
  const known = (await context.invitations.find(emails.value)).map((account) => account.id)
  if (known.includes(accountId)) return refuse(organizationRefusals.ownerAsMember)
  return context.database.transaction(async (tx) => {
    const organization = await organizationForChange(tx, actor, accountId)
    if (!organization.ok) return organization
    const userIds = await deleteMembers(tx, accountId, known)
    await context.accessChanges.announce(tx, { accountId, userIds })
    return accept(userIds.length > 0)
  })
}
