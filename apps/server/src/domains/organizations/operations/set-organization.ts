// Makes an account an organization, or changes it, and looks whether its domain is its own.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { plainNameRefusalMessage, type AccountId } from '@farport/vocabulary'
import { accountRefusal, type Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import type { OrganizationsContext } from '../context.ts'
import {
  isVerifiedBy,
  parseOrganization,
  verificationName,
  verificationValue,
  type Organization,
  type OrganizationChange,
  type OrganizationWish,
} from '../organization.ts'
import { organizationPolicy } from '../organization-policy.ts'
import { invalid } from '../organization-refusal.ts'
import { holdOrganization, insertOrganization, saveOrganization, saveVerified } from '../organization-store.ts'
import { adminRole, memberRole } from '../role.ts'
import { insertRoles } from '../role-store.ts'

const randomBytesOfValue = 16

export async function setOrganization(
  context: OrganizationsContext,
  actor: Actor,
  { accountId, wish }: { accountId: AccountId; wish: OrganizationWish },
): Promise<Result<true, Refusal>> {
  const verdict = organizationPolicy.change(actor, accountId)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  const change = parseOrganization(wish)
  if (!change.ok) return refuse(invalid(change.refusal))
  const after = await context.database.transaction(async (tx) => {
    const before =
      (await holdOrganization(tx, accountId)) ?? (await makeOrganization(context, tx, accountId, change.value))
    if (before === undefined) return undefined
    await saveOrganization(tx, before, change.value)
    return holdOrganization(tx, accountId)
  })
  if (after === undefined) return refuse(invalid(plainNameRefusalMessage('empty', 0)))
  // Saying the domain again is how a person asks to look again.
  if ('domain' in change.value) await verifyDomain(context, after)
  return accept(true)
}

/** Undefined without a name. */
async function makeOrganization(
  { clock, ids, randomBytes }: OrganizationsContext,
  tx: Tx,
  accountId: AccountId,
  { name }: OrganizationChange,
): Promise<Organization | undefined> {
  if (name === undefined) return undefined
  const createdAt = new Date(clock.now())
  const value = verificationValue(randomBytes(randomBytesOfValue))
  const isNew = await insertOrganization(tx, { accountId, name, verificationValue: value, createdAt })
  const systemRoles = [adminRole, memberRole].map((role) => ({ ...role, accountId, id: ids('p'), isSystem: true }))
  // Made at the same moment by another call, it has them.
  if (isNew) await insertRoles(tx, systemRoles, createdAt)
  return holdOrganization(tx, accountId)
}

async function verifyDomain(context: OrganizationsContext, organization: Organization): Promise<void> {
  const { accountId, domain, verifiedAt, verificationValue: value } = organization
  if (domain === undefined || verifiedAt !== undefined) return
  const cnames = await context.lookUpCname(verificationName(domain))
  if (!isVerifiedBy(cnames, value)) return
  const at = new Date(context.clock.now())
  await context.database.transaction((tx) => saveVerified(tx, { accountId, domain }, at))
}
