// Deletes a role. Its members have no access until they are given another.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, RoleId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { holdersOf } from '../member-store.ts'
import { organizationRefusals } from '../organization-refusal.ts'
import { deleteRoleRow, findRole } from '../role-store.ts'
import { organizationForChange } from './organization-for-change.ts'

export function deleteRole(
  { database, accessChanges }: OrganizationsContext,
  actor: Actor,
  { accountId, id }: { accountId: AccountId; id: RoleId },
): Promise<Result<true, Refusal>> {
  return database.transaction(async (tx) => {
    const organization = await organizationForChange(tx, actor, accountId)
    if (!organization.ok) return organization
    const role = await findRole(tx, accountId, id)
    if (role === undefined) return refuse(organizationRefusals.noRole)
    if (role.isSystem) return refuse(organizationRefusals.systemRole)
    const userIds = await holdersOf(tx, role)
    await deleteRoleRow(tx, role)
    await accessChanges.announce(tx, { accountId, userIds })
    return accept(true)
  })
}
