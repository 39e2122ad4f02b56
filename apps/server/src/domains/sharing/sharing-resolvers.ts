// GraphQL ⇄ sharing.

import type { AccountId, DeviceId, NetworkId, ServiceId } from '@farport/vocabulary'
import { devicePolicy, type SeenDevice, type ShownDevice } from '#domains/devices'
import { parseNetworkId, seeableNetworks } from '#domains/networks'
import { rolesOf } from '#domains/organizations'
import { parseDeviceId, servicesOfDevices, showService, type Service } from '#domains/services'
import { createBatchLoader } from '#platform/batch-loader'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { decideInAccount } from '../../access/index.ts'
import { requireActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import { contactsOf } from './contact-store.ts'
import type { SharingContext } from './context.ts'
import { readReach } from './operations/read-reach.ts'
import { shareDevice } from './operations/share-device.ts'
import { shareNetwork, unshareNetwork } from './operations/share-network.ts'
import { transferDevice } from './operations/transfer-device.ts'
import { leaveDevice, unshareDevice } from './operations/unshare-device.ts'
import { guestsOfServices, sharesOfDevices } from './share-store.ts'

export function sharingResolvers(means: SharingContext): Resolvers {
  const { queries } = means.services.devices.database
  const loaders = perContext((context) => {
    const actor = requireActor(context)
    return {
      shares: createBatchLoader((ids: readonly DeviceId[]) => sharesOfDevices(queries, ids)),
      services: createBatchLoader((devices: readonly SeenDevice[]) => servicesOfDevices(queries, devices)),
      guests: createBatchLoader((ids: readonly ServiceId[]) => guestsOfServices(queries, ids)),
      reach: createBatchLoader(async (devices: readonly SeenDevice[]) => {
        const found = await readReach(queries, actor, devices)
        return new Map(devices.map((device) => [device, found.get(device.id) ?? []]))
      }),
      roles: createBatchLoader((accountIds: readonly AccountId[]) => rolesOf(queries, accountIds)),
      networks: createBatchLoader(async (ids: readonly NetworkId[]) => {
        const seen = await seeableNetworks(queries, actor, ids)
        return new Map(seen.map((network) => [network.id, network]))
      }),
    }
  })
  const mayManage = (context: Context, device: SeenDevice) => devicePolicy.manage(requireActor(context), device).allowed
  /** Null: all of them. */
  const chosenServices = async (context: Context, device: ShownDevice, chosen: 'all' | readonly ServiceId[]) => {
    if (chosen === 'all') return null
    const services: readonly Service[] = (await loaders(context).services.load(device)) ?? []
    return services.filter(({ id }) => chosen.includes(id)).map((service) => showService(service, device))
  }
  return {
    User: {
      contacts: async ({ id }, _args, context) => {
        // Whom an organization shares with is for those who may share in its name.
        if (!decideInAccount(requireActor(context), 'MANAGE', id).allowed) return []
        return (await contactsOf(queries, id)).map((contact) => ({ id: contact }))
      },
    },
    Device: {
      access: async (device, _args, context) => {
        if (!mayManage(context, device)) return []
        const shares = (await loaders(context).shares.load(device.id)) ?? []
        return Promise.all(
          shares.map(async ({ userId, canScript, createdAt, services }) => ({
            user: { id: userId },
            scripting: canScript,
            created: createdAt,
            services: await chosenServices(context, device, services),
          })),
        )
      },
      reach: async (device, _args, context) => {
        const { reach, roles, networks } = loaders(context)
        const found = (await reach.load(device)) ?? []
        return Promise.all(
          found.map(async ({ userId, through, permissions, services }) => ({
            user: { id: userId },
            through: through.by,
            role:
              through.by === 'ROLE'
                ? ((await roles.load(device.accountId))?.find((role) => role.id === through.roleId) ?? null)
                : null,
            network: through.by === 'NETWORK' ? ((await networks.load(through.networkId)) ?? null) : null,
            permissions: [...permissions],
            services: await chosenServices(context, device, services),
          })),
        )
      },
    },
    Service: {
      access: async ({ id, device }, _args, context) => {
        if (!mayManage(context, device)) return []
        const guests = (await loaders(context).guests.load(id)) ?? []
        return guests.map((userId) => ({ user: { id: userId } }))
      },
    },
    Mutation: {
      share: async (_parent, { deviceId: text, email: emails, ...wish }, context) => {
        const actor = requireActor(context)
        const deviceId = orRefuse(parseDeviceId(text))
        if (wish.action === 'LEAVE') return orRefuse(await leaveDevice(means, actor, { deviceId }))
        if (wish.action === 'REMOVE') return orRefuse(await unshareDevice(means, actor, { deviceId, emails }))
        const scripting = wish.scripting ?? undefined
        const request = { deviceId, emails, scripting, services: wish.services ?? [], notify: wish.notify ?? true }
        return orRefuse(await shareDevice(means, actor, request))
      },
      addNetworkShare: async (_parent, { networkId: text, email: emails }, context) => {
        const networkId = orRefuse(parseNetworkId(text))
        return orRefuse(await shareNetwork(means, requireActor(context), { networkId, emails }))
      },
      removeNetworkShare: async (_parent, { networkId: text, email: emails }, context) => {
        const networkId = orRefuse(parseNetworkId(text))
        return orRefuse(await unshareNetwork(means, requireActor(context), { networkId, emails }))
      },
      transfer: async (_parent, { deviceId: text, email }, context) => {
        const deviceId = orRefuse(parseDeviceId(text))
        return orRefuse(await transferDevice(means, requireActor(context), { deviceId, email }))
      },
    },
  }
}
