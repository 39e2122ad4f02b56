// Takes a service out of a network. Guests of the network lose what they had by it.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { NetworkId, ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { NetworksContext } from '../context.ts'
import { deletePlace, findPlace, guestsOf } from '../place-store.ts'
import { servicesChanged } from '../network-events.ts'
import { notInNetwork } from '../network-refusal.ts'
import { networkForChange } from './network-for-change.ts'
import { serviceForNetwork } from './service-for-network.ts'

export async function removeFromNetwork(
  context: NetworksContext,
  actor: Actor,
  request: { networkId: NetworkId; serviceId: ServiceId },
): Promise<Result<true, Refusal>> {
  const { database, events, accessChanges } = context.services.devices
  return database.transaction(async (tx) => {
    const network = await networkForChange(tx, actor, request.networkId)
    if (!network.ok) return network
    const found = await serviceForNetwork(tx, actor, network.value, request.serviceId)
    if (!found.ok) return found
    const { service, device } = found.value
    if ((await findPlace(tx, network.value, service)) === undefined) return refuse(notInNetwork)

    await deletePlace(tx, network.value, service)
    const guests = await guestsOf(tx, network.value)
    await events.announce(tx, ...servicesChanged(network.value, [device], { actorId: actor.userId, guests }))
    await accessChanges.announce(tx, { accountId: device.accountId, userIds: guests })
    return accept(true)
  })
}
