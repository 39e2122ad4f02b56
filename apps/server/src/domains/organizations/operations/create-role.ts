// Adds a role to an organization. Nobody holds it yet.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { invalid, organizationRefusals } from '../organization-refusal.ts'
import { createRoleSettings, rolesMax, type Role, type RoleWish } from '../role.ts'
import { countRoles, insertRoles } from '../role-store.ts'
import { organizationForChange } from './organization-for-change.ts'
import { checkListedDevices, inRoleTransaction } from './save-role.ts'

export function createRole(
  context: OrganizationsContext,
  actor: Actor,
  { accountId, wish }: { accountId: AccountId; wish: RoleWish },
): Promise<Result<Role, Refusal>> {
  const { database, clock, ids } = context
  return inRoleTransaction(database, async (tx) => {
    const organization = await organizationForChange(tx, actor, accountId)
    if (!organization.ok) return organization
    const settings = createRoleSettings(wish)
    if (!settings.ok) return refuse(invalid(settings.refusal))
    const listed = await checkListedDevices(tx, actor, { accountId, deviceIds: wish.deviceIds })
    if (!listed.ok) return listed
    if ((await countRoles(tx, accountId)) >= rolesMax) return refuse(organizationRefusals.tooManyRoles)
    const role: Role = { ...settings.value, accountId, id: ids('p'), isSystem: false }
    await insertRoles(tx, [role], new Date(clock.now()))
    return accept(role)
  })
}
