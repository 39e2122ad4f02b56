// GraphQL ⇄ tags.

import { createOrderedLoader } from '#platform/batch-loader'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { accountArgument } from '../../graphql/account-argument.ts'
import { requireActor } from '../../graphql/actor.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { TagsContext } from './context.ts'
import { tagsOfDevices, type TaggedPair } from './device-tag-store.ts'
import { deleteTags } from './operations/delete-tags.ts'
import { listTags } from './operations/list-tags.ts'
import { mergeTags, renameTag } from './operations/rename-tag.ts'
import { setTags } from './operations/set-tags.ts'
import { tagDevices, untagDevices } from './operations/tag-devices.ts'
import type { Tag } from './tag.ts'
import { tagPolicy } from './tag-policy.ts'

export function tagResolvers(means: TagsContext): Resolvers {
  const { queries } = means.database
  const deviceTags = perContext(() =>
    createOrderedLoader(async (pairs: readonly TaggedPair[]) => (await tagsOfDevices(queries, pairs)).map(shownTags)),
  )
  return {
    User: {
      tags: async ({ id }, _args, context) => shownTags(orRefuse(await listTags(means, requireActor(context), id))),
    },
    Device: {
      tags: (device, { accountId: asked }, context) => {
        const actor = requireActor(context)
        const accountId = asked ? accountArgument(actor, asked) : tagPolicy.usualAccount(actor, device)
        if (!tagPolicy.view(actor, accountId).allowed) return []
        return deviceTags(context).load({ accountId, deviceId: device.id })
      },
    },
    Mutation: {
      setTag: async (_parent, { tag: tags, accountId }, context) => {
        const actor = requireActor(context)
        return orRefuse(await setTags(means, actor, { tags, accountId: accountArgument(actor, accountId) }))
      },
      renameTag: async (_parent, { accountId, ...names }, context) => {
        const actor = requireActor(context)
        return orRefuse(await renameTag(means, actor, { ...names, accountId: accountArgument(actor, accountId) }))
      },
      mergeTag: async (_parent, { accountId, ...names }, context) => {
        const actor = requireActor(context)
        return orRefuse(await mergeTags(means, actor, { ...names, accountId: accountArgument(actor, accountId) }))
      },
      deleteTag: async (_parent, { name: names, accountId }, context) => {
        const actor = requireActor(context)
        return orRefuse(await deleteTags(means, actor, { names, accountId: accountArgument(actor, accountId) }))
      },
      addTag: async (_parent, { serviceId: targets, name: names, accountId }, context) => {
        const actor = requireActor(context)
        const request = { targets, names, accountId: accountArgument(actor, accountId) }
        return orRefuse(await tagDevices(means, actor, request))
      },
      removeTag: async (_parent, { serviceId: targets, name: names, accountId }, context) => {
        const actor = requireActor(context)
        const request = { targets, names, accountId: accountArgument(actor, accountId) }
        return orRefuse(await untagDevices(means, actor, request))
      },
    },
  }
}

export const shownTags = (tags: readonly Tag[]) =>
  tags.map(({ name, color, createdAt }) => ({ name, color, created: createdAt }))
