// The SQL of networks themselves, and of their tags.

import { sql, type Selectable } from 'kysely'
import type { AccountId, NetworkId, TagId } from '@farport/vocabulary'
import type { Networks, Tags } from '../../../generated/database.ts'
import { clausesFor, networkClause, sightNetworks, type Actor, type Clause } from '../../access/index.ts'
import { toTag, type Tag, type TagMerge } from '#domains/tags'
import type { Queries, Tx } from '#platform/database'
import type { Network, SeenNetwork } from './network.ts'

function toNetwork(row: Selectable<Networks>): Network {
  return {
    id: row.id as NetworkId, // parsed before it was written
    accountId: row.account_id as AccountId, // likewise
    name: row.name,
    createdAt: row.created_at,
  }
}

export interface NetworkListRequest {
  readonly accountId: AccountId
  readonly ids: readonly NetworkId[] | undefined
  /** Contained in the name, case ignored. */
  readonly name: string | undefined
}

/** Of those that are shared with one person there may be any number. */
const listedMax = 2000

/** Those that the actor sees, newest first. */
export async function listNetworkRows(
  queries: Queries,
  actor: Actor,
  request: NetworkListRequest,
): Promise<SeenNetwork[]> {
  const clauses = clausesFor(actor, 'VIEW').filter((clause) => isListed(clause, request.accountId))
  // Each by itself finds its rows by an index; all in one condition would read every network there is.
  const [first, ...others] = clauses.map((clause) =>
    filteredNetworks(queries, request).where((expression) => networkClause(expression, clause)),
  )
  if (first === undefined) return []
  const rows = await queries
    .selectFrom(others.reduce((all, one) => all.union(one), first).as('listed'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listedMax)
    .execute()
  return sightNetworks(queries, actor, rows.map(toNetwork))
}

function filteredNetworks(queries: Queries, { ids, name }: NetworkListRequest) {
  let query = queries.selectFrom('networks').selectAll('networks')
  if (ids !== undefined) query = query.where('networks.id', '=', sql<string>`any(${ids}::text[])`)
  if (name === undefined) return query
  return query.where(sql<boolean>`strpos(lower(networks.name), ${name.toLowerCase()}) > 0`)
}

/** An account's list has its own networks; a person's own list also what others share with them. */
const isListed = (clause: Clause, accountId: AccountId): boolean =>
  clause.by === 'share' ? clause.userId === accountId : clause.accountId === accountId

/** Those that exist, as the actor stands to them, whether they may see them or not. */
export async function seeNetworks(queries: Queries, actor: Actor, ids: readonly NetworkId[]): Promise<SeenNetwork[]> {
  const rows = await queries
    .selectFrom('networks')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return sightNetworks(queries, actor, rows.map(toNetwork))
}

/** Holds the network until the transaction ends, so that what was checked stays true. */
export async function seeNetworkForUpdate(tx: Tx, actor: Actor, id: NetworkId): Promise<SeenNetwork | undefined> {
  const row = await tx.selectFrom('networks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && (await sightNetworks(tx, actor, [toNetwork(row)]))[0]
}

export async function countNetworks(queries: Queries, accountId: AccountId): Promise<number> {
  const row = await queries
    .selectFrom('networks')
    .select(sql<string>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertNetwork(tx: Tx, network: Network): Promise<void> {
  const { accountId, id, name, createdAt } = network
  await tx.insertInto('networks').values({ account_id: accountId, id, name, created_at: createdAt }).execute()
}

export async function renameNetworkRow(tx: Tx, network: Network, name: string): Promise<void> {
  await tx
    .updateTable('networks')
    .set({ name })
    .where('account_id', '=', network.accountId)
    .where('id', '=', network.id)
    .execute()
}

export async function deleteNetworkRow(tx: Tx, network: Network): Promise<void> {
  await tx.deleteFrom('networks').where('account_id', '=', network.accountId).where('id', '=', network.id).execute()
}

/** Gives how many of the tags it lacked. */
export async function putNetworkTags(tx: Tx, network: Network, tagIds: readonly TagId[], at: Date): Promise<number> {
  const answer = await sql`
    insert into network_tags (account_id, tag_id, network_id, created_at)
    select ${network.accountId}, tag.id, ${network.id}, ${at} from unnest(${tagIds}::text[]) as tag (id)
    on conflict do nothing`.execute(tx)
  return Number(answer.numAffectedRows ?? 0)
}

/** Gives how many of the tags it carried. */
export async function takeNetworkTags(tx: Tx, network: Network, tagIds: readonly TagId[]): Promise<number> {
  const answer = await tx
    .deleteFrom('network_tags')
    .where('account_id', '=', network.accountId)
    .where('network_id', '=', network.id)
    .where('tag_id', '=', sql<string>`any(${tagIds}::text[])`)
    .executeTakeFirst()
  return Number(answer.numDeletedRows)
}

export async function copyNetworkTags(tx: Tx, { accountId, from, to }: TagMerge): Promise<void> {
  await sql`
    insert into network_tags (account_id, tag_id, network_id, created_at)
    select account_id, ${to}, network_id, created_at from network_tags
    where account_id = ${accountId} and tag_id = ${from}
    on conflict do nothing`.execute(tx)
}

/** Newest first. */
export async function tagsOfNetworks(queries: Queries, ids: readonly NetworkId[]): Promise<Map<NetworkId, Tag[]>> {
  const answer = await sql<Selectable<Tags> & { network_id: NetworkId }>`
    select network_tags.network_id, tags.*
    from networks
    join network_tags on network_tags.account_id = networks.account_id and network_tags.network_id = networks.id
    join tags on tags.account_id = network_tags.account_id and tags.id = network_tags.tag_id
    where networks.id = any(${ids}::text[])
    order by tags.created_at desc, tags.id desc`.execute(queries)
  const byNetwork = Map.groupBy(answer.rows, (row) => row.network_id)
  return new Map([...byNetwork].map(([id, rows]) => [id, rows.map(toTag)]))
}
