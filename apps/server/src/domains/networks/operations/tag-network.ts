// Puts tags of its account on a network, or takes them off.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { NetworkId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { announceTagAccess, ensureTagsByName, holdTags, parseKnownTagKeys } from '#domains/tags'
import type { Tx } from '#platform/database'
import type { NetworksContext } from '../context.ts'
import type { SeenNetwork } from '../network.ts'
import { networkChanged } from '../network-events.ts'
import { putNetworkTags, takeNetworkTags } from '../network-store.ts'
import { networkForChange } from './network-for-change.ts'

export interface NetworkTaggingRequest {
  readonly networkId: NetworkId
  readonly names: readonly string[]
}

/** Tags that do not exist yet are made. */
export function tagNetwork(
  context: NetworksContext,
  actor: Actor,
  request: NetworkTaggingRequest,
): Promise<Result<true, Refusal>> {
  return changeTags(context, actor, request, async (tx, network) => {
    const tags = await ensureTagsByName(context.tags, tx, network.accountId, request.names)
    if (!tags.ok) return tags
    const tagIds = tags.value.map((tag) => tag.id)
    return accept(await putNetworkTags(tx, network, tagIds, new Date(context.tags.clock.now())))
  })
}

/** Tags that do not exist, or are not on the network, are off it already. */
export function untagNetwork(
  context: NetworksContext,
  actor: Actor,
  request: NetworkTaggingRequest,
): Promise<Result<true, Refusal>> {
  return changeTags(context, actor, request, async (tx, network, tagKeys) => {
    const tags = await holdTags(tx, network.accountId, tagKeys, 'stay')
    const tagIds = [...tags.values()].map((tag) => tag.id)
    return accept(await takeNetworkTags(tx, network, tagIds))
  })
}

async function changeTags(
  context: NetworksContext,
  actor: Actor,
  request: NetworkTaggingRequest,
  change: (tx: Tx, network: SeenNetwork, tagKeys: readonly string[]) => Promise<Result<number, Refusal>>,
): Promise<Result<true, Refusal>> {
  const { database, events } = context.tags
  return database.transaction(async (tx) => {
    const found = await networkForChange(tx, actor, request.networkId, 'tag')
    if (!found.ok) return found
    const network = found.value
    const tagKeys = parseKnownTagKeys(request.names)
    if (!tagKeys.ok) return tagKeys
    const changed = await change(tx, network, tagKeys.value)
    if (!changed.ok) return changed
    if (changed.value === 0) return accept(true)
    await events.announce(tx, ...networkChanged(network, { actorId: actor.userId }))
    await announceTagAccess(context.tags, tx, network.accountId, tagKeys.value)
    return accept(true)
  })
}
