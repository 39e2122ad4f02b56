// The SQL of guests: people of other accounts, by what is shared with them. They are found one after the other along the
// indexes, so that a page does not read all that is shared.

import { expressionBuilder, sql } from 'kysely'
import type { AccountId, DeviceId, NetworkId } from '@farport/vocabulary'
import type { DB } from '../../../generated/database.ts'
import { anyDeviceClause, clausesFor, decide, hasWholeAccount, sightNetworks, type Actor } from '../../access/index.ts'
import type { Queries } from '#platform/database'
import type { Guest, GuestPage } from './guest.ts'

export async function guestsOf(
  queries: Queries,
  actor: Actor,
  { accountId, from, size, thingsMax }: GuestPage,
): Promise<Guest[]> {
  const isWhole = hasWholeAccount(actor, accountId)
  const devices = sql`device_shares where account_id = ${accountId} and ${isWhole ? sql`true` : seenDevice(actor)}`
  const networkIds = isWhole ? undefined : await seenNetworks(queries, actor, accountId)
  const networks = sql`network_shares where account_id = ${accountId} and ${
    networkIds === undefined ? sql`true` : sql`network_id = any(${networkIds}::text[])`
  }`
  const answer = await sql<{
    user_id: AccountId
    device_count: string
    device_ids: DeviceId[] | null
    network_count: string
    network_ids: NetworkId[] | null
  }>`
    with recursive guests (user_id) as (
      select least(
        (select user_id from ${devices} order by user_id limit 1),
        (select user_id from ${networks} order by user_id limit 1)
      )
      union all
      select least(
        (select user_id from ${devices} and user_id > guests.user_id order by user_id limit 1),
        (select user_id from ${networks} and user_id > guests.user_id order by user_id limit 1)
      )
      from guests where guests.user_id is not null
    ),
    page as (select user_id from guests where user_id is not null limit ${size} offset ${from})
    select page.user_id, device_count, device_ids, network_count, network_ids
    from page
    cross join lateral (
      select count(*) as device_count, (array_agg(device_id order by device_id))[:${sql.lit(thingsMax)}] as device_ids
      from ${devices} and user_id = page.user_id
    ) as shared_devices
    cross join lateral (
      select count(*) as network_count, (array_agg(network_id order by network_id))[:${sql.lit(thingsMax)}] as network_ids
      from ${networks} and user_id = page.user_id
    ) as shared_networks
    order by page.user_id`.execute(queries)
  return answer.rows.map((row) => ({
    userId: row.user_id,
    deviceCount: Number(row.device_count),
    deviceIds: row.device_ids ?? [],
    networkCount: Number(row.network_count),
    networkIds: row.network_ids ?? [],
  }))
}

function seenDevice(actor: Actor) {
  const clause = anyDeviceClause(expressionBuilder<DB, 'devices'>(), clausesFor(actor, 'VIEW'))
  return sql`exists (
    select from devices
    where devices.account_id = device_shares.account_id and devices.id = device_shares.device_id and ${clause}
  )`
}

async function seenNetworks(queries: Queries, actor: Actor, accountId: AccountId): Promise<NetworkId[]> {
  const rows = await queries
    .selectFrom('network_shares')
    .select('network_id')
    .distinct()
    .where('account_id', '=', accountId)
    .execute()
  const networks = rows.map((row) => ({ accountId, id: row.network_id as NetworkId })) // parsed before it was written
  const seen = await sightNetworks(queries, actor, networks)
  return seen.filter((network) => decide(actor, 'VIEW', network).allowed).map((network) => network.id)
}
