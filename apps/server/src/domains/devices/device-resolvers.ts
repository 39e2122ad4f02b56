// GraphQL ⇄ devices: what a device shows of itself. Lists and codes stand with services, which they need.

import type { Resolvers } from '../../../generated/resolvers.ts'
import { decideInAccount } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import { presentPlace } from '../../graphql/present-place.ts'
import type { DevicesContext } from './context.ts'
import { devicePolicy } from './device-policy.ts'

export const deviceResolvers = ({ geo }: Pick<DevicesContext, 'geo'>): Resolvers => ({
  Device: {
    permissions: (device, _args, context) => devicePolicy.permissions(requireActor(context), device),
    viewerCan: (device, _args, context) => {
      const actor = requireActor(context)
      return {
        connect: devicePolicy.connect(actor, device),
        rename: devicePolicy.rename(actor, device),
        delete: devicePolicy.delete(actor, device),
        addService: devicePolicy.addService(actor, device),
        manage: devicePolicy.manage(actor, device),
        share: devicePolicy.share(actor, device),
        transfer: devicePolicy.transfer(actor, device),
        leave: devicePolicy.leave(actor, device),
        tag: decideInAccount(actor, 'ADMIN', device.accountId),
      }
    },
  },
  Endpoint: {
    geo: ({ externalAddress }, _args, context) => presentPlace(geo, externalAddress, context),
  },
})
