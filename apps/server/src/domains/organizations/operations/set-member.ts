// Adds members to an organization, or changes their role and licence. Who has no account yet is invited.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, RoleId } from '@farport/vocabulary'
import { accountRefusal, type Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import type { OrganizationsContext } from '../context.ts'
import { changeMember, membersMax, parseEmails, type Member, type MemberChange } from '../member.ts'
import { countMembers, membersAmong, saveMembers } from '../member-store.ts'
import { licenseChanged } from '../organization-events.ts'
import { organizationPolicy } from '../organization-policy.ts'
import { invalid, organizationRefusals } from '../organization-refusal.ts'
import { adminRole, memberRole } from '../role.ts'
import { findRole, findSystemRole } from '../role-store.ts'
import { organizationForChange } from './organization-for-change.ts'

/** A role by its id, one of the system's, or none. Undefined leaves it as it is, or gives the default to a new member. */
export type WantedRole = { readonly id: RoleId } | 'admin' | 'member' | 'none' | undefined

export interface MemberWish {
  readonly accountId: AccountId
  readonly emails: readonly string[]
  readonly role: WantedRole
  readonly isLicensed: boolean | undefined
}

export async function setMember(
  context: OrganizationsContext,
  actor: Actor,
  { accountId, role, isLicensed, ...wish }: MemberWish,
): Promise<Result<true, Refusal>> {
  const { database, invitations } = context
  const verdict = organizationPolicy.change(actor, accountId)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  const emails = parseEmails(wish.emails)
  if (!emails.ok) return refuse(invalid(emails.refusal))
  const known = await invitations.find(emails.value)
  if (known.some((account) => account.id === accountId)) return refuse(organizationRefusals.ownerAsMember)
  const request = { emails: emails.value, by: actor.userId }
  const paid = await invitations.pay(request)
  if (!paid.ok) return paid
  return database.transaction(async (tx) => {
    const organization = await organizationForChange(tx, actor, accountId)
    if (!organization.ok) return organization
    const roleId = await findWanted(tx, accountId, role)
    if (!roleId.ok) return roleId
    const present = await membersAmong(
      tx,
      accountId,
      known.map((account) => account.id),
    )
    const total = (await countMembers(tx, accountId)) + emails.value.length - present.size
    if (total > membersMax) return refuse(organizationRefusals.tooManyMembers)

    const accounts = await invitations.invite(tx, request)
    const born = {
      accountId,
      roleId: await findSystemRole(tx, accountId, memberRole.name),
      at: new Date(context.clock.now()),
    }
    const members = accounts.map(({ id }) =>
      changeMember(present.get(id), { roleId: roleId.value, isLicensed }, { ...born, userId: id }),
    )
    await change(context, tx, { actor, members, present })
    return accept(true)
  })
}

/** Null is no role. */
async function findWanted(
  tx: Tx,
  accountId: AccountId,
  wanted: WantedRole,
): Promise<Result<MemberChange['roleId'], Refusal>> {
  if (wanted === undefined) return accept(undefined)
  if (wanted === 'none') return accept(null)
  if (wanted === 'admin') return accept(await findSystemRole(tx, accountId, adminRole.name))
  if (wanted === 'member') return accept(await findSystemRole(tx, accountId, memberRole.name))
  const role = await findRole(tx, accountId, wanted.id)
  return role === undefined ? refuse(organizationRefusals.noRole) : accept(role.id)
}

async function change(
  { events, accessChanges }: OrganizationsContext,
  tx: Tx,
  { actor, members, present }: { actor: Actor; members: readonly Member[]; present: ReadonlyMap<AccountId, Member> },
): Promise<void> {
  const changed = members.filter((member) => {
    const before = present.get(member.userId)
    return before?.roleId !== member.roleId || before?.isLicensed !== member.isLicensed || before === undefined
  })
  const [first] = changed
  if (first === undefined) return
  await saveMembers(tx, changed)
  const relicensed = changed.filter((member) => present.get(member.userId)?.isLicensed !== member.isLicensed)
  await events.announce(tx, ...relicensed.map((member) => licenseChanged(member, actor.userId)))
  const userIds = changed.map((member) => member.userId)
  await accessChanges.announce(tx, { accountId: first.accountId, userIds })
}
