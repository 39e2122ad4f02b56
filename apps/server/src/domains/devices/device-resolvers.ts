// GraphQL ⇄ devices: what a device shows of itself. Lists and codes stand with services, which they need.

import type { Resolvers } from '../../../generated/resolvers.ts'
import { decideInAccount } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import { presentPlace } from '../../graphql/present-place.ts'
import type { DevicesContext } from './context.ts'
import { stateOf } from './device.ts'
import { devicePolicy } from './device-policy.ts'

export const deviceResolvers = ({ geo }: Pick<DevicesContext, 'geo'>): Resolvers => ({
  Device: {
    state: (device) => stateOf(device),
    version: (device) => device.agentVersion ?? null,
    created: (device) => device.createdAt,
    lastReported: (device) => device.reportedAt ?? null,
    hardwareId: (device) => device.hardwareId ?? null,
    owner: (device) => ({ id: device.accountId }),
    license: () => 'LICENSED',
    permissions: (device, _args, context) => devicePolicy.permissions(requireActor(context), device),
    // Both mean that the agent can be told what to do: all of ours can, once they have been seen.
    configurable: (device) => device.agentVersion !== undefined,
    scriptable: () => false,
    endpoint: (device) => ({
      onlineSince: device.onlineSince ?? null,
      offlineSince: device.offlineSince ?? null,
      externalAddress: device.externalAddress ?? null,
      internalAddress: device.internalAddress ?? null,
      availability: device.availability ?? null,
      instability: device.instability ?? null,
      quality: device.quality,
    }),
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
