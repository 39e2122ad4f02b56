// Ends the actor's own organization: all its members lose their access.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { membersOf } from '../member-store.ts'
import { organizationRefusals } from '../organization-refusal.ts'
import { deleteOrganizationRow, holdOrganization } from '../organization-store.ts'

export async function deleteOrganization(context: OrganizationsContext, actor: Actor): Promise<Result<true, Refusal>> {
  const accountId = actor.userId
  return context.database.transaction(async (tx) => {
    if ((await holdOrganization(tx, accountId)) === undefined) return refuse(organizationRefusals.none)
    const members = (await membersOf(tx, [accountId])).get(accountId) ?? []
    await deleteOrganizationRow(tx, accountId)
    await context.accessChanges.announce(tx, { accountId, userIds: members.map((member) => member.userId) })
    return accept(true)
  })
}
