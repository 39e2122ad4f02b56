// Changes a role, and with it what its members may do, at once.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, RoleId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { holdersOf } from '../member-store.ts'
import { invalid, organizationRefusals } from '../organization-refusal.ts'
import { changeRoleSettings, meansTheSame, type Role, type RoleWish } from '../role.ts'
import { findRole, saveRole } from '../role-store.ts'
import { organizationForChange } from './organization-for-change.ts'
import { checkListedDevices, inRoleTransaction } from './save-role.ts'

export function updateRole(
  context: OrganizationsContext,
  actor: Actor,
  { accountId, id, wish }: { accountId: AccountId; id: RoleId; wish: RoleWish },
): Promise<Result<Role, Refusal>> {
  return inRoleTransaction(context.database, async (tx) => {
    const organization = await organizationForChange(tx, actor, accountId)
    if (!organization.ok) return organization
    const before = await findRole(tx, accountId, id)
    if (before === undefined) return refuse(organizationRefusals.noRole)
    if (before.isSystem) return refuse(organizationRefusals.systemRole)
    const settings = changeRoleSettings(before, wish)
    if (!settings.ok) return refuse(invalid(settings.refusal))
    const listed = await checkListedDevices(tx, actor, { accountId, deviceIds: wish.deviceIds })
    if (!listed.ok) return listed
    const after: Role = { ...before, ...settings.value }
    await saveRole(tx, after)
    const userIds = meansTheSame(before, after) ? [] : await holdersOf(tx, after)
    await context.accessChanges.announce(tx, { accountId, userIds })
    return accept(after)
  })
}
