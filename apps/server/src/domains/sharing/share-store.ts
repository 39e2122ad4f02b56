// The SQL of what is shared of devices.

import { sql, type Selectable } from 'kysely'
import type { AccountId, DeviceId, ServiceId } from '@farport/vocabulary'
import type { DeviceShares } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { DeviceShare } from './share.ts'

interface Owned {
  readonly accountId: AccountId
  readonly id: DeviceId
}

function toShare(row: Selectable<DeviceShares>): DeviceShare {
  return {
    // All ids were parsed before they were written.
    accountId: row.account_id as AccountId,
    deviceId: row.device_id as DeviceId, // see above
    userId: row.user_id as AccountId, // see above
    canScript: row.can_script,
    services: row.service_ids === null ? 'all' : (row.service_ids as ServiceId[]), // see above
    createdBy: row.created_by as AccountId, // see above
    createdAt: row.created_at,
  }
}

const sharesOf = (queries: Queries, device: Owned) =>
  queries
    .selectFrom('device_shares')
    .selectAll()
    .where('account_id', '=', device.accountId)
    .where('device_id', '=', device.id)

/** With these people. */
export async function sharesWith(
  queries: Queries,
  device: Owned,
  userIds: readonly AccountId[],
): Promise<DeviceShare[]> {
  const rows = await sharesOf(queries, device)
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .execute()
  return rows.map(toShare)
}

/** Those that name the service, not those of the whole device. */
export async function sharesNaming(tx: Tx, device: Owned, serviceId: ServiceId): Promise<DeviceShare[]> {
  const rows = await sharesOf(tx, device)
    .where(sql<boolean>`${serviceId} = any(service_ids)`)
    .execute()
  return rows.map(toShare)
}

export async function countGuests(tx: Tx, device: Owned): Promise<number> {
  const row = await sharesOf(tx, device)
    .clearSelect()
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Oldest first, by device. */
export async function sharesOfDevices(
  queries: Queries,
  deviceIds: readonly DeviceId[],
): Promise<Map<DeviceId, DeviceShare[]>> {
  const rows = await queries
    .selectFrom('device_shares')
    .selectAll()
    .where('device_id', '=', sql<string>`any(${deviceIds}::text[])`)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  return Map.groupBy(rows.map(toShare), (share) => share.deviceId)
}

/** In the place of those that there are. */
export async function saveShares(tx: Tx, shares: readonly DeviceShare[]): Promise<void> {
  if (shares.length === 0) return
  await tx
    .insertInto('device_shares')
    .values(
      shares.map((share) => ({
        account_id: share.accountId,
        device_id: share.deviceId,
        user_id: share.userId,
        can_script: share.canScript,
        service_ids: share.services === 'all' ? null : [...share.services],
        created_by: share.createdBy,
        created_at: share.createdAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'device_id', 'user_id']).doUpdateSet((excluded) => ({
        can_script: excluded.ref('excluded.can_script'),
        service_ids: excluded.ref('excluded.service_ids'),
      })),
    )
    .execute()
}

/** Of these people, or of all. Gives those who had one. */
export async function deleteShares(tx: Tx, device: Owned, userIds?: readonly AccountId[]): Promise<AccountId[]> {
  let query = tx
    .deleteFrom('device_shares')
    .where('account_id', '=', device.accountId)
    .where('device_id', '=', device.id)
  if (userIds !== undefined) query = query.where('user_id', '=', sql<string>`any(${userIds}::text[])`)
  const rows = await query.returning('user_id').execute()
  return rows.map((row) => row.user_id as AccountId) // parsed before it was written
}

/** Guests of each service of these devices: by shares of the device or the service, and by networks that it is in. */
export async function guestsOfServices(
  queries: Queries,
  serviceIds: readonly ServiceId[],
): Promise<Map<ServiceId, AccountId[]>> {
  const answer = await sql<{ id: ServiceId; user_id: AccountId }>`
    select services.id, device_shares.user_id
    from services join device_shares using (account_id, device_id)
    where services.id = any(${serviceIds}::text[])
      and (device_shares.service_ids is null or services.id = any(device_shares.service_ids))
    union
    select services.id, network_shares.user_id
    from services
    join network_connections
      on network_connections.account_id = services.account_id and network_connections.service_id = services.id
    join network_shares using (network_id)
    where services.id = any(${serviceIds}::text[]) and network_shares.account_id = services.account_id
    order by 1, 2`.execute(queries)
  const byService = Map.groupBy(answer.rows, (row) => row.id)
  return new Map([...byService].map(([id, rows]) => [id, rows.map((row) => row.user_id)]))
}
