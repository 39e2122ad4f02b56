// GraphQL ⇄ roles, what a change of one would do, and guests: what shows devices and networks.

import type { DeviceId, NetworkId } from '@farport/vocabulary'
import type { Resolvers, ResolversParentTypes } from '../../../generated/resolvers.ts'
import type { Actor } from '../../access/index.ts'
import { createBatchLoader } from '#platform/batch-loader'
import { accountArgument } from '../../graphql/account-argument.ts'
import { requireActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { OrganizationsContext } from './context.ts'
import { createRole } from './operations/create-role.ts'
import { deleteRole } from './operations/delete-role.ts'
import { foreseeRoleChange } from './operations/foresee-role-change.ts'
import { listGuests } from './operations/list-guests.ts'
import { updateRole } from './operations/update-role.ts'
import { parseRole } from './organization-resolvers.ts'
import type { DeviceDifference } from './role-change-store.ts'

type SharedDevice = ResolversParentTypes['Device']
type SharedNetwork = ResolversParentTypes['Network']

/** Devices and networks that the actor may see, of these. The domains that have them stand after this one. */
export interface SharedThings {
  devices(actor: Actor, ids: readonly DeviceId[]): Promise<ReadonlyMap<DeviceId, SharedDevice>>
  networks(actor: Actor, ids: readonly NetworkId[]): Promise<ReadonlyMap<NetworkId, SharedNetwork>>
}

export function roleResolvers(means: OrganizationsContext, things: SharedThings): Resolvers {
  const loaders = perContext((context) => {
    const actor = requireActor(context)
    return {
      devices: createBatchLoader((ids: readonly DeviceId[]) => things.devices(actor, ids)),
      networks: createBatchLoader((ids: readonly NetworkId[]) => things.networks(actor, ids)),
    }
  })
  const devices = (context: Context, ids: readonly DeviceId[]) => found(ids, loaders(context).devices)
  const page = async (context: Context, { total, ids }: DeviceDifference) => {
    const items = await devices(context, ids)
    return { total, hasMore: items.length < total, last: items.at(-1)?.id ?? null, items }
  }
  return {
    User: {
      guest: async ({ id }, wish, context) => orRefuse(await listGuests(means, requireActor(context), id, wish)),
    },
    Guest: {
      user: ({ userId }) => ({ id: userId }),
      devices: ({ deviceIds }, _args, context) => devices(context, deviceIds),
      networks: ({ networkIds }, _args, context) => found(networkIds, loaders(context).networks),
    },
    Role: {
      system: ({ isSystem }) => isSystem,
      permissions: (role) => [...role.permissions],
      access: ({ scope }) => scope.access,
      tag: ({ scope }) =>
        scope.access === 'TAG' ? { operator: scope.operator, values: scope.tags.map((tag) => tag.name) } : null,
      deviceIds: ({ scope }) => ('deviceIds' in scope ? [...scope.deviceIds] : null),
    },
    Organization: {
      roleChange: async ({ accountId }, { id: text, ...wish }, context) => {
        const id = text ? orRefuse(parseRole(text)) : undefined
        const request = { accountId, id, wish }
        const foresight = orRefuse(await foreseeRoleChange(means, requireActor(context), request))
        return {
          members: foresight.members,
          gained: await page(context, foresight.gained),
          lost: await page(context, foresight.lost),
          permissionsGained: [...foresight.permissionsGained],
          permissionsLost: [...foresight.permissionsLost],
        }
      },
    },
    Mutation: {
      createRole: async (_parent, { accountId: account, ...wish }, context) => {
        const actor = requireActor(context)
        const accountId = accountArgument(actor, account)
        return orRefuse(await createRole(means, actor, { accountId, wish }))
      },
      updateRole: async (_parent, { id, accountId: account, ...wish }, context) => {
        const actor = requireActor(context)
        const accountId = accountArgument(actor, account)
        return orRefuse(await updateRole(means, actor, { accountId, id: orRefuse(parseRole(id)), wish }))
      },
      deleteRole: async (_parent, { id, accountId: account }, context) => {
        const actor = requireActor(context)
        const accountId = accountArgument(actor, account)
        return orRefuse(await deleteRole(means, actor, { accountId, id: orRefuse(parseRole(id)) }))
      },
    },
  }
}

async function found<Id, Thing>(
  ids: readonly Id[],
  loader: { load(id: Id): Promise<Thing | undefined> },
): Promise<Thing[]> {
  const things = await Promise.all(ids.map((id) => loader.load(id)))
  return things.filter((thing) => thing !== undefined)
}
