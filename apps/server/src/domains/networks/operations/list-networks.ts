// Networks that the actor may see: those of an account, and in a person's own those that others share with them.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { parseId, type AccountId, type NetworkId } from '@farport/vocabulary'
import { actsFor, noSuchAccount, type Actor } from '../../../access/index.ts'
import type { Queries } from '#platform/database'
import type { NetworksContext } from '../context.ts'
import type { SeenNetwork } from '../network.ts'
import { networkPolicy } from '../network-policy.ts'
import { listNetworkRows, seeNetworks } from '../network-store.ts'

export interface NetworkListArguments {
  readonly id?: readonly string[] | null | undefined
  readonly name?: string | null | undefined
}

/** Asked for in one call. */
const askedMax = 1000

/** Newest first. */
export async function listNetworks(
  context: NetworksContext,
  actor: Actor,
  accountId: AccountId,
  wish: NetworkListArguments,
): Promise<Result<SeenNetwork[], Refusal>> {
  if (!actsFor(actor, accountId)) return refuse(noSuchAccount)
  if ((wish.id?.length ?? 0) > askedMax) return refuse(tooManyAsked)
  const { queries } = context.services.devices.database
  const ids = wish.id?.map((text) => parseId('n', text)).filter((id) => id !== undefined)
  return accept(await listNetworkRows(queries, actor, { accountId, ids, name: wish.name?.trim() || undefined }))
}

/** Of the account; of the actor's own also one of another, which they see as a member or a guest. */
export async function findNetwork(
  context: NetworksContext,
  actor: Actor,
  accountId: AccountId,
  text: string,
): Promise<Result<SeenNetwork | undefined, Refusal>> {
  if (!actsFor(actor, accountId)) return refuse(noSuchAccount)
  const id = parseId('n', text)
  const { queries } = context.services.devices.database
  const [network] = id === undefined ? [] : await seeableNetworks(queries, actor, [id])
  return accept(accountId === actor.userId || network?.accountId === accountId ? network : undefined)
}

/** Those of these that the actor may see, of whatever account. */
export async function seeableNetworks(
  queries: Queries,
  actor: Actor,
  ids: readonly NetworkId[],
): Promise<SeenNetwork[]> {
  const networks = await seeNetworks(queries, actor, ids)
  return networks.filter((network) => networkPolicy.view(actor, network).allowed)
}

const tooManyAsked: Refusal = { code: 'INVALID', message: `A list names at most ${askedMax}.` }
