// The organization that the actor is about to change: held until the transaction ends, or the refusal.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { accountRefusal, type Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import type { Organization } from '../organization.ts'
import { organizationPolicy } from '../organization-policy.ts'
import { organizationRefusals } from '../organization-refusal.ts'
import { holdOrganization } from '../organization-store.ts'

export async function organizationForChange(
  tx: Tx,
  actor: Actor,
  accountId: AccountId,
): Promise<Result<Organization, Refusal>> {
  const verdict = organizationPolicy.change(actor, accountId)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  const organization = await holdOrganization(tx, accountId)
  return organization === undefined ? refuse(organizationRefusals.none) : accept(organization)
}
