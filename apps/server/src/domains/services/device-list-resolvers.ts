// GraphQL ⇄ lists of devices with their services.

import { showDevice } from '#domains/devices'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { ServicesContext } from './context.ts'
import { findListedDevices } from './operations/find-listed-devices.ts'
import { openDeviceList } from './operations/list-devices.ts'

export function deviceListResolvers(means: ServicesContext): Resolvers {
  return {
    User: {
      devices: ({ id }, wish, context) => orRefuse(openDeviceList(means, requireActor(context), id, wish)),
      device: async ({ id: accountId }, { id }, context) =>
        orRefuse(await findListedDevices(means, requireActor(context), accountId, id)).map(showDevice),
    },
    DevicePage: {
      total: ({ total }) => wanted(total),
      hasMore: ({ hasMore }) => wanted(hasMore),
      last: async ({ items }) => (await wanted(items)).at(-1)?.id ?? null,
      items: async ({ items }) => (await wanted(items)).map(showDevice),
    },
  }
}

type Plain = number | boolean | readonly unknown[]

function wanted<Value extends Plain>(value: Value | (() => Promise<Value>)): Value | Promise<Value> {
  return typeof value === 'function' ? value() : value
}
