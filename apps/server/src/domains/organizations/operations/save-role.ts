// What making and changing a role have in common: the devices that it lists, and its name, which no other has.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { violatedConstraint, type Database, type Queries, type Tx } from '#platform/database'
import { organizationRefusals } from '../organization-refusal.ts'
import type { RoleWish } from '../role.ts'
import { countSeenDevices } from '../role-store.ts'

/** Only what is listed anew is looked at: what the role has listed may be gone, or not be the actor's to see. */
export async function checkListedDevices(
  queries: Queries,
  actor: Actor,
  { accountId, deviceIds }: { accountId: AccountId } & Pick<RoleWish, 'deviceIds'>,
): Promise<Result<true, Refusal>> {
  const ids = [...new Set(deviceIds)]
  if (ids.length === 0) return accept(true)
  const seen = await countSeenDevices(queries, actor, { accountId, ids })
  return seen === ids.length ? accept(true) : refuse(organizationRefusals.noDevice)
}

export async function inRoleTransaction<Answer>(
  database: Database,
  work: (tx: Tx) => Promise<Result<Answer, Refusal>>,
): Promise<Result<Answer, Refusal>> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (violatedConstraint(error) === 'roles_name_key') return refuse(organizationRefusals.roleTaken)
    throw error
  }
}
