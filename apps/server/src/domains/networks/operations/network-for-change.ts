// Finds a network that the actor wants to change, and holds it until the transaction ends.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { NetworkId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import type { SeenNetwork } from '../network.ts'
import { networkPolicy } from '../network-policy.ts'
import { deniedNetwork, unseenNetwork } from '../network-refusal.ts'
import { seeNetworkForUpdate } from '../network-store.ts'

export async function networkForChange(
  tx: Tx,
  actor: Actor,
  id: NetworkId,
  deed: 'manage' | 'share' | 'tag' | 'leave' = 'manage',
): Promise<Result<SeenNetwork, Refusal>> {
  const network = await seeNetworkForUpdate(tx, actor, id)
  if (network === undefined) return refuse(unseenNetwork(id))
  const verdict = networkPolicy[deed](actor, network)
  return verdict.allowed ? accept(network) : refuse(deniedNetwork(verdict, id))
}
