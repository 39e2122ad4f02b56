// GraphQL ⇄ organizations, their members and memberships. Members without ADMIN see who they are themselves, and no more.

import { parseId, type AccountId, type RoleId } from '@farport/vocabulary'
import type { Refusal } from '@farport/contract'
import { accept, refuse, type Result } from '@farport/basics'
import type { OrganizationRole, Resolvers } from '../../../generated/resolvers.ts'
import { actsFor } from '../../access/index.ts'
import { createBatchLoader } from '#platform/batch-loader'
import { accountArgument } from '../../graphql/account-argument.ts'
import { requireActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse, refusalError } from '../../graphql/refusal.ts'
import type { OrganizationsContext } from './context.ts'
import type { Member } from './member.ts'
import { membershipsOf, membersOf } from './member-store.ts'
import { deleteOrganization } from './operations/delete-organization.ts'
import { leaveOrganization } from './operations/leave-organization.ts'
import { removeMember } from './operations/remove-member.ts'
import { setMember, type WantedRole } from './operations/set-member.ts'
import { setOrganization } from './operations/set-organization.ts'
import { verificationName, type Organization } from './organization.ts'
import { organizationPolicy } from './organization-policy.ts'
import { organizationRefusals } from './organization-refusal.ts'
import { organizationsOf } from './organization-store.ts'
import { rolesOf } from './role-store.ts'

export function organizationResolvers(means: OrganizationsContext): Resolvers {
  const { queries } = means.database
  const loaders = perContext(() => ({
    organizations: createBatchLoader((ids: readonly AccountId[]) => organizationsOf(queries, ids)),
    roles: createBatchLoader((ids: readonly AccountId[]) => rolesOf(queries, ids)),
    members: createBatchLoader((ids: readonly AccountId[]) => membersOf(queries, ids)),
    own: createBatchLoader(async ([userId]: readonly AccountId[]) => {
      return new Map(userId && [[userId, await membershipsOf(queries, userId)]])
    }),
  }))
  const ownMemberships = async (context: Context): Promise<readonly Member[]> =>
    (await loaders(context).own.load(requireActor(context).userId)) ?? []
  const ownIn = async (context: Context, accountId: AccountId) =>
    (await ownMemberships(context)).filter((member) => member.accountId === accountId)
  const mayChange = (context: Context, { accountId }: Organization) =>
    organizationPolicy.change(requireActor(context), accountId).allowed
  const roleOf = async (context: Context, { accountId, roleId }: Member) =>
    (await loaders(context).roles.load(accountId))?.find((role) => role.id === roleId) ?? null
  const memberFields = {
    created: ({ createdAt }: Member) => createdAt,
    customRole: (member: Member, _args: object, context: Context) => roleOf(context, member),
    license: ({ isLicensed }: Member) => (isLicensed ? ('LICENSED' as const) : ('UNLICENSED' as const)),
  }
  return {
    User: {
      membership: async ({ id }, _args, context) =>
        id === requireActor(context).userId ? [...(await ownMemberships(context))] : [],
      organization: async ({ id }, _args, context) =>
        actsFor(requireActor(context), id) ? ((await loaders(context).organizations.load(id)) ?? null) : null,
    },
    Membership: {
      ...memberFields,
      organization: async ({ accountId }, _args, context) => {
        const organization = await loaders(context).organizations.load(accountId)
        if (organization === undefined) throw refusalError(organizationRefusals.none)
        return organization
      },
    },
    Member: { ...memberFields, user: ({ userId }) => ({ id: userId }) },
    Organization: {
      id: ({ accountId }) => accountId,
      account: ({ accountId }) => ({ id: accountId }),
      created: ({ createdAt }) => createdAt,
      logoUrl: ({ logoUrl }) => logoUrl ?? null,
      domain: (organization, _args, context) => (mayChange(context, organization) && organization.domain) || null,
      verified: (organization, _args, context) =>
        mayChange(context, organization) && organization.verifiedAt !== undefined,
      verificationCNAME: (organization, _args, context) =>
        mayChange(context, organization) && organization.domain ? verificationName(organization.domain) : null,
      verificationValue: (organization, _args, context) =>
        mayChange(context, organization) ? organization.verificationValue : null,
      providers: (organization, _args, context) =>
        mayChange(context, organization) ? [...organization.providers] : [],
      identityProvider: () => null,
      reseller: () => null,
      roles: async (organization, _args, context) => {
        const { accountId } = organization
        const roles = (await loaders(context).roles.load(accountId)) ?? []
        if (mayChange(context, organization)) return [...roles]
        const own = await ownIn(context, accountId)
        return roles.filter((role) => own.some((member) => member.roleId === role.id))
      },
      members: async (organization, _args, context) => {
        const { accountId } = organization
        if (!mayChange(context, organization)) return ownIn(context, accountId)
        return [...((await loaders(context).members.load(accountId)) ?? [])]
      },
      viewerCan: ({ accountId }, _args, context) => {
        const actor = requireActor(context)
        return {
          change: organizationPolicy.change(actor, accountId),
          delete: organizationPolicy.delete(actor, accountId),
          leave: organizationPolicy.leave(actor, accountId),
          seeGuests: organizationPolicy.seeGuests(actor, accountId),
        }
      },
    },
    Mutation: {
      setOrganization: async (_parent, { accountId, ...wish }, context) => {
        const actor = requireActor(context)
        const request = { accountId: accountArgument(actor, accountId), wish }
        return orRefuse(await setOrganization(means, actor, request))
      },
      deleteOrganization: async (_parent, _args, context) =>
        orRefuse(await deleteOrganization(means, requireActor(context))),
      setMember: async (_parent, { accountId: account, email, roleId, license, role }, context) => {
        const actor = requireActor(context)
        const accountId = accountArgument(actor, account)
        if (!roleId && role === 'REMOVE')
          return orRefuse(await removeMember(means, actor, { accountId, emails: email }))
        const wanted = roleId ? { id: orRefuse(parseRole(roleId)) } : wantedRole(role)
        const isLicensed = license ? license === 'LICENSED' : undefined
        return orRefuse(await setMember(means, actor, { accountId, emails: email, role: wanted, isLicensed }))
      },
      removeMember: async (_parent, { accountId, email: emails }, context) => {
        const actor = requireActor(context)
        const request = { accountId: accountArgument(actor, accountId), emails }
        return orRefuse(await removeMember(means, actor, request))
      },
      leaveOrganization: async (_parent, { id }, context) => {
        const actor = requireActor(context)
        return orRefuse(await leaveOrganization(means, actor, accountArgument(actor, id)))
      },
    },
  }
}

export function parseRole(text: string): Result<RoleId, Refusal> {
  const id = parseId('p', text)
  return id === undefined ? refuse(organizationRefusals.noRole) : accept(id)
}

/** Roles as older clients call them. */
function wantedRole(role: OrganizationRole | null | undefined): WantedRole {
  switch (role) {
    case 'ADMIN':
      return 'admin'
    case 'MEMBER':
      return 'member'
    case 'NO_ACCESS':
      return 'none'
    default:
      return undefined
  }
}
