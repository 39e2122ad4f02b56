// Deletes a network. Its services stay where they are; its guests lose what they had by it.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { NetworkId } from '@farport/vocabulary'
import { findDevices } from '#domains/devices'
import type { Actor } from '../../../access/index.ts'
import type { NetworksContext } from '../context.ts'
import { devicesInNetwork, guestsOf } from '../place-store.ts'
import { eventsPerChangeMax, servicesChanged } from '../network-events.ts'
import { deleteNetworkRow } from '../network-store.ts'
import { networkForChange } from './network-for-change.ts'

export async function deleteNetwork(
  context: NetworksContext,
  actor: Actor,
  request: { networkId: NetworkId },
): Promise<Result<true, Refusal>> {
  const { database, events, accessChanges } = context.services.devices
  return database.transaction(async (tx) => {
    const found = await networkForChange(tx, actor, request.networkId)
    if (!found.ok) return found
    const network = found.value
    const guests = await guestsOf(tx, network)
    const deviceIds = await devicesInNetwork(tx, network)
    // More are told of by the network's own event.
    const devices = deviceIds.length > eventsPerChangeMax ? [] : await findDevices(tx, deviceIds)
    await deleteNetworkRow(tx, network)
    await events.announce(tx, ...servicesChanged(network, devices, { actorId: actor.userId, guests }))
    await accessChanges.announce(tx, { accountId: network.accountId, userIds: guests })
    return accept(true)
  })
}
