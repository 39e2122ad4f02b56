// The SQL of the services in networks, and of whom networks are shared with, which sharing writes.

import { sql, type Selectable } from 'kysely'
import type { AccountId, DeviceId, NetworkId } from '@farport/vocabulary'
import type { NetworkConnections } from '../../../generated/database.ts'
import { toService, type Service } from '#domains/services'
import type { Queries, Tx } from '#platform/database'
import type { Network, PlaceSettings, ServiceCounts } from './network.ts'

export interface Place extends PlaceSettings {
  readonly networkId: NetworkId
  readonly service: Service
}

function toSettings({ name, port }: Pick<Selectable<NetworkConnections>, 'name' | 'port'>): PlaceSettings {
  return { name: name ?? undefined, port: port ?? undefined }
}

/** Of networks that others share with somebody there may be any number: of what is beyond, nothing is listed. */
const listedMax = 100_000

/** In the order in which they were put there. */
export async function placesOf(queries: Queries, networkIds: readonly NetworkId[]): Promise<Place[]> {
  const rows = await queries
    .selectFrom('networks')
    .innerJoin('network_connections as places', (join) =>
      join.onRef('places.account_id', '=', 'networks.account_id').onRef('places.network_id', '=', 'networks.id'),
    )
    .innerJoin('services', (join) =>
      join.onRef('services.account_id', '=', 'places.account_id').onRef('services.id', '=', 'places.service_id'),
    )
    .selectAll('services')
    .select(['places.network_id', 'places.name as name_there', 'places.port as port_there'])
    .where('networks.id', '=', sql<string>`any(${networkIds}::text[])`)
    .orderBy('places.created_at')
    .orderBy('places.service_id')
    .limit(listedMax)
    .execute()
  return rows.map((row) => ({
    networkId: row.network_id as NetworkId, // parsed before it was written
    service: toService(row),
    ...toSettings({ name: row.name_there, port: row.port_there }),
  }))
}

/** Each device once. */
export async function devicesInNetwork(queries: Queries, network: Network): Promise<DeviceId[]> {
  const rows = await queries
    .selectFrom('network_connections')
    .select('device_id')
    .distinct()
    .where('account_id', '=', network.accountId)
    .where('network_id', '=', network.id)
    .execute()
  return rows.map((row) => row.device_id as DeviceId) // parsed before it was written
}

export async function findPlace(
  queries: Queries,
  network: Network,
  service: Service,
): Promise<PlaceSettings | undefined> {
  const row = await queries
    .selectFrom('network_connections')
    .selectAll()
    .where('account_id', '=', network.accountId)
    .where('network_id', '=', network.id)
    .where('service_id', '=', service.id)
    .executeTakeFirst()
  return row && toSettings(row)
}

export async function countServices(queries: Queries, network: Network): Promise<ServiceCounts> {
  const row = await queries
    .selectFrom('network_connections')
    .select(sql<string>`count(*) filter (where network_id = ${network.id})`.as('in_network'))
    .select(sql<string>`count(*)`.as('in_account'))
    .where('account_id', '=', network.accountId)
    .executeTakeFirstOrThrow()
  return { inNetwork: Number(row.in_network), inAccount: Number(row.in_account) }
}

export async function savePlace(
  tx: Tx,
  network: Network,
  service: Service,
  place: PlaceSettings,
  at: Date,
): Promise<void> {
  const settings = { name: place.name ?? null, port: place.port ?? null }
  await tx
    .insertInto('network_connections')
    .values({
      account_id: network.accountId,
      network_id: network.id,
      service_id: service.id,
      device_id: service.deviceId,
      created_at: at,
      ...settings,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'network_id', 'service_id']).doUpdateSet(settings))
    .execute()
}

export async function deletePlace(tx: Tx, network: Network, service: Service): Promise<void> {
  await tx
    .deleteFrom('network_connections')
    .where('account_id', '=', network.accountId)
    .where('network_id', '=', network.id)
    .where('service_id', '=', service.id)
    .execute()
}

/** Before a device becomes another account's: networks have services of their own account only. */
export async function takeDeviceOutOfNetworks(
  tx: Tx,
  device: { readonly accountId: AccountId; readonly id: DeviceId },
): Promise<void> {
  await tx
    .deleteFrom('network_connections')
    .where('account_id', '=', device.accountId)
    .where('device_id', '=', device.id)
    .execute()
}

/** In the order in which they became its guests. */
export async function guestsOfNetworks(
  queries: Queries,
  networkIds: readonly NetworkId[],
): Promise<Map<NetworkId, AccountId[]>> {
  const rows = await queries
    .selectFrom('networks')
    .innerJoin('network_shares', (join) =>
      join
        .onRef('network_shares.account_id', '=', 'networks.account_id')
        .onRef('network_shares.network_id', '=', 'networks.id'),
    )
    .select(['networks.id', 'network_shares.user_id'])
    .where('networks.id', '=', sql<string>`any(${networkIds}::text[])`)
    .orderBy('network_shares.created_at')
    .orderBy('network_shares.user_id')
    .execute()
  const byNetwork = Map.groupBy(rows, (row) => row.id as NetworkId) // parsed before it was written
  return new Map([...byNetwork].map(([id, shares]) => [id, shares.map((share) => share.user_id as AccountId)])) // likewise
}

export async function guestsOf(queries: Queries, network: Network): Promise<AccountId[]> {
  return (await guestsOfNetworks(queries, [network.id])).get(network.id) ?? []
}
