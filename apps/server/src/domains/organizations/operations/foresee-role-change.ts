// What a change of a role would do to those who hold it, without doing it.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, Permission, RoleId } from '@farport/vocabulary'
import { accountRefusal, type Actor } from '../../../access/index.ts'
import type { OrganizationsContext } from '../context.ts'
import { countHolders } from '../member-store.ts'
import { organizationPolicy } from '../organization-policy.ts'
import { invalid, organizationRefusals } from '../organization-refusal.ts'
import { changeRoleSettings, newRole, noRole, type RoleWish } from '../role.ts'
import { devicesOnlyIn, scopeOfRole, type DeviceDifference } from '../role-change-store.ts'
import { findRole } from '../role-store.ts'
import { checkListedDevices } from './save-role.ts'

export interface RoleForesight {
  readonly members: number
  readonly gained: DeviceDifference
  readonly lost: DeviceDifference
  readonly permissionsGained: readonly Permission[]
  readonly permissionsLost: readonly Permission[]
}

/** Of the devices on either side. */
const listedMax = 100

export async function foreseeRoleChange(
  { database }: OrganizationsContext,
  actor: Actor,
  { accountId, id, wish }: { accountId: AccountId; id: RoleId | undefined; wish: RoleWish },
): Promise<Result<RoleForesight, Refusal>> {
  const { queries } = database
  const verdict = organizationPolicy.change(actor, accountId)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  const role = id && (await findRole(queries, accountId, id))
  if (id !== undefined && role === undefined) return refuse(organizationRefusals.noRole)
  if (role?.isSystem) return refuse(organizationRefusals.systemRole)
  const settings = changeRoleSettings(role ?? newRole, wish)
  if (!settings.ok) return refuse(invalid(settings.refusal))
  const listed = await checkListedDevices(queries, actor, { accountId, deviceIds: wish.deviceIds })
  if (!listed.ok) return listed

  const [before, after] = [role ?? noRole, settings.value]
  const [present, future] = [
    await scopeOfRole(queries, accountId, before.scope),
    await scopeOfRole(queries, accountId, after.scope),
  ]
  const only = { accountId, size: listedMax }
  return accept({
    members: role === undefined ? 0 : await countHolders(queries, role),
    gained: await devicesOnlyIn(queries, actor, { ...only, scope: future, not: present }),
    lost: await devicesOnlyIn(queries, actor, { ...only, scope: present, not: future }),
    permissionsGained: after.permissions.filter((permission) => !before.permissions.includes(permission)),
    permissionsLost: before.permissions.filter((permission) => !after.permissions.includes(permission)),
  })
}
