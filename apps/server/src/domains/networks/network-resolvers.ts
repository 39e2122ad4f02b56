// GraphQL ⇄ networks.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { parseId, type NetworkId, type ServiceId } from '@farport/vocabulary'
import { showDevice, unseen } from '#domains/devices'
import { showService } from '#domains/services'
import { shownTags } from '#domains/tags'
import { createBatchLoader } from '#platform/batch-loader'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { accountArgument } from '../../graphql/account-argument.ts'
import { requireActor } from '../../graphql/actor.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { NetworksContext } from './context.ts'
import { guestsOfNetworks } from './place-store.ts'
import { networkPolicy } from './network-policy.ts'
import { unseenNetwork } from './network-refusal.ts'
import { tagsOfNetworks } from './network-store.ts'
import { addToNetwork } from './operations/add-to-network.ts'
import { createNetwork } from './operations/create-network.ts'
import { deleteNetwork } from './operations/delete-network.ts'
import { findNetwork, listNetworks } from './operations/list-networks.ts'
import { readPlaces } from './operations/read-places.ts'
import { removeFromNetwork } from './operations/remove-from-network.ts'
import { renameNetwork } from './operations/rename-network.ts'
import { tagNetwork, untagNetwork } from './operations/tag-network.ts'

export function networkResolvers(means: NetworksContext): Resolvers {
  const { queries } = means.services.devices.database
  const loaders = perContext((context) => {
    const actor = requireActor(context)
    return {
      places: createBatchLoader((ids: readonly NetworkId[]) => readPlaces(queries, actor, ids)),
      tags: createBatchLoader((ids: readonly NetworkId[]) => tagsOfNetworks(queries, ids)),
      guests: createBatchLoader((ids: readonly NetworkId[]) => guestsOfNetworks(queries, ids)),
    }
  })
  return {
    User: {
      networks: async ({ id }, wish, context) => orRefuse(await listNetworks(means, requireActor(context), id, wish)),
      network: async ({ id: accountId }, { id }, context) =>
        orRefuse(await findNetwork(means, requireActor(context), accountId, id)) ?? null,
    },
    Network: {
      created: (network) => network.createdAt,
      owner: (network) => ({ id: network.accountId }),
      permissions: (network, _args, context) => networkPolicy.permissions(requireActor(context), network),
      connections: async ({ id }, _args, context) => {
        const places = (await loaders(context).places.load(id)) ?? []
        return places.map(({ service, device, name, port }) => ({
          service: showService(service, showDevice(device)),
          name: name ?? service.name,
          port: port ?? null,
        }))
      },
      tags: async (network, _args, context) => {
        if (!networkPolicy.viewTags(requireActor(context), network).allowed) return []
        return shownTags((await loaders(context).tags.load(network.id)) ?? [])
      },
      access: async (network, _args, context) => {
        if (!networkPolicy.manage(requireActor(context), network).allowed) return []
        const guests = (await loaders(context).guests.load(network.id)) ?? []
        return guests.map((id) => ({ user: { id } }))
      },
      viewerCan: (network, _args, context) => {
        const actor = requireActor(context)
        return {
          manage: networkPolicy.manage(actor, network),
          share: networkPolicy.share(actor, network),
          leave: networkPolicy.leave(actor, network),
          tag: networkPolicy.tag(actor, network),
        }
      },
    },
    Mutation: {
      createNetwork: async (_parent, { accountId, name }, context) => {
        const actor = requireActor(context)
        const request = { accountId: accountArgument(actor, accountId), name: name ?? '' }
        return orRefuse(await createNetwork(means, actor, request))
      },
      updateNetwork: async (_parent, { id, name }, context) => {
        const request = { networkId: orRefuse(parseNetworkId(id)), name: name ?? undefined }
        return orRefuse(await renameNetwork(means, requireActor(context), request))
      },
      deleteNetwork: async (_parent, { id }, context) =>
        orRefuse(await deleteNetwork(means, requireActor(context), { networkId: orRefuse(parseNetworkId(id)) })),
      addNetworkConnection: async (_parent, { networkId, serviceId, ...wish }, context) => {
        const request = { ...orRefuse(parsePlace(networkId, serviceId)), wish }
        return orRefuse(await addToNetwork(means, requireActor(context), request))
      },
      removeNetworkConnection: async (_parent, { networkId, serviceId }, context) =>
        orRefuse(await removeFromNetwork(means, requireActor(context), orRefuse(parsePlace(networkId, serviceId)))),
      addNetworkTag: async (_parent, { networkId, name: names }, context) => {
        const request = { networkId: orRefuse(parseNetworkId(networkId)), names }
        return orRefuse(await tagNetwork(means, requireActor(context), request))
      },
      removeNetworkTag: async (_parent, { networkId, name: names }, context) => {
        const request = { networkId: orRefuse(parseNetworkId(networkId)), names }
        return orRefuse(await untagNetwork(means, requireActor(context), request))
      },
    },
  }
}

/** A wrong id is answered like that of a network that may not be seen. */
export function parseNetworkId(text: string): Result<NetworkId, Refusal> {
  const id = parseId('n', text)
  return id === undefined ? refuse(unseenNetwork(text)) : accept(id)
}

function parsePlace(network: string, service: string): Result<{ networkId: NetworkId; serviceId: ServiceId }, Refusal> {
  const networkId = parseNetworkId(network)
  if (!networkId.ok) return networkId
  const serviceId = parseId('s', service)
  if (serviceId === undefined) return refuse(unseen('service', service.slice(0, 40)))
  return accept({ networkId: networkId.value, serviceId })
}
