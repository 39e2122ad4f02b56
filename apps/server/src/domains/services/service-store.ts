// The SQL of services.

import { sql, type Selectable } from 'kysely'
import type { AccountId, Attributes, DeviceId, ServiceId } from '@farport/vocabulary'
import type { Services } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import type { Service, ServiceSettings } from './service.ts'

export function toService(row: Selectable<Services>): Service {
  return {
    id: row.id as ServiceId, // parsed before it was written, as are the ids below
    accountId: row.account_id as AccountId, // likewise
    deviceId: row.device_id as DeviceId, // likewise
    name: row.name,
    application: row.application,
    host: row.host,
    port: row.port,
    enabled: row.enabled,
    attributes: row.attributes as Attributes, // an object by mergeAttributes
    createdAt: row.created_at,
  }
}

export async function findService(queries: Queries, id: ServiceId): Promise<Service | undefined> {
  const row = await queries.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toService(row)
}

export async function servicesOfDevice(
  queries: Queries,
  device: { accountId: AccountId; id: DeviceId },
): Promise<Service[]> {
  const rows = await queries
    .selectFrom('services')
    .selectAll()
    .where('account_id', '=', device.accountId)
    .where('device_id', '=', device.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toService)
}

/** Those that exist, in any order. */
export async function findServices(queries: Queries, ids: readonly ServiceId[]): Promise<Service[]> {
  const rows = await queries
    .selectFrom('services')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return rows.map(toService)
}

/** By the device as it was given. */
export async function servicesOfDevices<Key extends { readonly id: DeviceId }>(
  queries: Queries,
  devices: readonly Key[],
): Promise<Map<Key, Service[]>> {
  const rows = await queries
    .selectFrom('services')
    .selectAll()
    .where('device_id', '=', sql<string>`any(${devices.map((device) => device.id)}::text[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byDevice = Map.groupBy(rows.map(toService), (service) => service.deviceId)
  return new Map(devices.map((device) => [device, byDevice.get(device.id) ?? []]))
}

export async function insertServices(tx: Tx, services: readonly Service[]): Promise<void> {
  if (services.length === 0) return
  const rows = services.map((service) => ({
    account_id: service.accountId,
    id: service.id,
    device_id: service.deviceId,
    name: service.name,
    application: service.application,
    host: service.host,
    port: service.port,
    enabled: service.enabled,
    attributes: JSON.stringify(service.attributes),
    created_at: service.createdAt,
  }))
  await tx.insertInto('services').values(rows).execute()
}

export async function saveSettings(tx: Tx, service: Service, settings: ServiceSettings): Promise<void> {
  const { name, application, host, port, enabled } = settings
  await whereService(tx, service).set({ name, application, host, port, enabled }).execute()
}

export async function saveServiceAttributes(tx: Tx, service: Service, attributes: Attributes): Promise<void> {
  await whereService(tx, service)
    .set({ attributes: JSON.stringify(attributes) })
    .execute()
}

export async function deleteServiceRow(tx: Tx, service: Service): Promise<void> {
  await tx.deleteFrom('services').where('account_id', '=', service.accountId).where('id', '=', service.id).execute()
}

const whereService = (tx: Tx, service: Service) =>
  tx.updateTable('services').where('account_id', '=', service.accountId).where('id', '=', service.id)
