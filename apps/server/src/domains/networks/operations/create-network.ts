// Makes a network, with no service in it.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { limits, type AccountId } from '@farport/vocabulary'
import { requireInAccount, sightNetworks, type Actor } from '../../../access/index.ts'
import type { NetworksContext } from '../context.ts'
import { parseNetworkName, type Network, type SeenNetwork } from '../network.ts'
import { networkChanged } from '../network-events.ts'
import { invalid, tooManyNetworks } from '../network-refusal.ts'
import { countNetworks, insertNetwork } from '../network-store.ts'

export async function createNetwork(
  context: NetworksContext,
  actor: Actor,
  request: { accountId: AccountId; name: string },
): Promise<Result<SeenNetwork, Refusal>> {
  const { accountId } = request
  const permitted = requireInAccount(actor, 'MANAGE', accountId)
  if (!permitted.ok) return permitted
  const name = parseNetworkName(request.name)
  if (!name.ok) return refuse(invalid(name.refusal))
  const { database, events, ids, clock } = context.services.devices
  return database.transaction(async (tx) => {
    if ((await countNetworks(tx, accountId)) >= limits.networksPerAccountMax) return refuse(tooManyNetworks)
    const network: Network = { id: ids('n'), accountId, name: name.value, createdAt: new Date(clock.now()) }
    await insertNetwork(tx, network)
    await events.announce(tx, ...networkChanged(network, { actorId: actor.userId }))
    const [seen] = await sightNetworks(tx, actor, [network])
    if (seen === undefined) throw new Error(`the network ${network.id} has no facts`)
    return accept(seen)
  })
}
