// GraphQL ⇄ lists of devices with their services.

import { limits } from '@farport/vocabulary'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { ServicesContext } from './context.ts'
import { listDevices } from './operations/list-devices.ts'

export function deviceListResolvers(means: ServicesContext): Resolvers {
  return {
    User: {
      devices: async ({ id }, wish, context) => {
        const { items, ...page } = orRefuse(await listDevices(means, requireActor(context), id, wish))
        return { ...page, items: [...items], last: items.at(-1)?.id ?? null }
      },
      device: async ({ id: accountId }, { id }, context) => {
        const wish = { id, size: limits.devicePageSizeMax }
        return [...orRefuse(await listDevices(means, requireActor(context), accountId, wish)).items]
      },
    },
  }
}
