// Gives a network another name.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { NetworkId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { NetworksContext } from '../context.ts'
import { parseNetworkName, type SeenNetwork } from '../network.ts'
import { networkChanged } from '../network-events.ts'
import { guestsOf } from '../place-store.ts'
import { invalid } from '../network-refusal.ts'
import { renameNetworkRow } from '../network-store.ts'
import { networkForChange } from './network-for-change.ts'

/** Without a name nothing changes. */
export async function renameNetwork(
  context: NetworksContext,
  actor: Actor,
  request: { networkId: NetworkId; name: string | undefined },
): Promise<Result<SeenNetwork, Refusal>> {
  const { database, events } = context.services.devices
  return database.transaction(async (tx) => {
    const network = await networkForChange(tx, actor, request.networkId)
    if (!network.ok || request.name === undefined) return network
    const name = parseNetworkName(request.name)
    if (!name.ok) return refuse(invalid(name.refusal))
    const renamed: SeenNetwork = { ...network.value, name: name.value }
    if (name.value === network.value.name) return accept(renamed)
    await renameNetworkRow(tx, renamed, name.value)
    const guests = await guestsOf(tx, renamed)
    await events.announce(tx, ...networkChanged(renamed, { actorId: actor.userId, guests }))
    return accept(renamed)
  })
}
