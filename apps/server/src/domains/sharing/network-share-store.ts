// The SQL of whom networks are shared with.

import { sql } from 'kysely'
import type { AccountId, DeviceId, NetworkId, ServiceId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'

interface Owned {
  readonly accountId: AccountId
  readonly id: NetworkId
}

export async function insertNetworkShares(
  tx: Tx,
  network: Owned,
  { userIds, createdBy, at }: { userIds: readonly AccountId[]; createdBy: AccountId; at: Date },
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insertInto('network_shares')
    .values(
      userIds.map((userId) => ({
        account_id: network.accountId,
        network_id: network.id,
        user_id: userId,
        created_by: createdBy,
        created_at: at,
      })),
    )
    .execute()
}

/** Gives those who had it. */
export async function deleteNetworkShares(tx: Tx, network: Owned, userIds: readonly AccountId[]): Promise<AccountId[]> {
  const rows = await tx
    .deleteFrom('network_shares')
    .where('account_id', '=', network.accountId)
    .where('network_id', '=', network.id)
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id as AccountId) // parsed before it was written
}

/** Somebody to whom a network with services of the device is shared. */
export interface NetworkReach {
  readonly deviceId: DeviceId
  readonly networkId: NetworkId
  readonly userId: AccountId
  readonly serviceIds: readonly ServiceId[]
}

export async function networkReachOfDevices(
  queries: Queries,
  deviceIds: readonly DeviceId[],
): Promise<Map<DeviceId, NetworkReach[]>> {
  const answer = await sql<{
    device_id: DeviceId
    network_id: NetworkId
    user_id: AccountId
    service_ids: ServiceId[]
  }>`
    select network_connections.device_id, network_connections.network_id, network_shares.user_id,
      array_agg(network_connections.service_id order by network_connections.service_id) as service_ids
    from network_connections join network_shares using (account_id, network_id)
    where network_connections.device_id = any(${deviceIds}::text[])
    group by network_connections.device_id, network_connections.network_id, network_shares.user_id
    order by 1, 2, 3`.execute(queries)
  const reaches = answer.rows.map((row) => ({
    deviceId: row.device_id,
    networkId: row.network_id,
    userId: row.user_id,
    serviceIds: row.service_ids,
  }))
  return Map.groupBy(reaches, (reach) => reach.deviceId)
}
