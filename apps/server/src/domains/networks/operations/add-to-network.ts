// Puts a service into a network, or changes its name and port there.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { NetworkId, ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { NetworksContext } from '../context.ts'
import { countServices, findPlace, guestsOf, savePlace } from '../place-store.ts'
import { changedPlace, fullness, usualPlace, type PlaceWish } from '../network.ts'
import { servicesChanged } from '../network-events.ts'
import { full, invalid } from '../network-refusal.ts'
import { networkForChange } from './network-for-change.ts'
import { serviceForNetwork } from './service-for-network.ts'

export async function addToNetwork(
  context: NetworksContext,
  actor: Actor,
  request: { networkId: NetworkId; serviceId: ServiceId; wish: PlaceWish },
): Promise<Result<true, Refusal>> {
  const { database, events, accessChanges, clock } = context.services.devices
  return database.transaction(async (tx) => {
    const network = await networkForChange(tx, actor, request.networkId)
    if (!network.ok) return network
    const found = await serviceForNetwork(tx, actor, network.value, request.serviceId)
    if (!found.ok) return found
    const { service, device } = found.value
    const old = await findPlace(tx, network.value, service)
    const place = changedPlace(old ?? usualPlace, request.wish)
    if (!place.ok) return refuse(invalid(place.refusal))
    const reason = old === undefined ? fullness(await countServices(tx, network.value)) : undefined
    if (reason !== undefined) return refuse(full(reason))

    await savePlace(tx, network.value, service, place.value, new Date(clock.now()))
    const guests = await guestsOf(tx, network.value)
    await events.announce(tx, ...servicesChanged(network.value, [device], { actorId: actor.userId, guests }))
    if (old === undefined) await accessChanges.announce(tx, { accountId: device.accountId, userIds: guests })
    return accept(true)
  })
}
