// What stands on a page of devices, with all their services: one query, whatever the length.

import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DeviceId } from '@farport/vocabulary'
import type { DB } from '../../../generated/database.ts'
import { sightDevices, type Actor } from '../../access/index.ts'
import { selectDevices, toDevice, type Device, type SeenDevice } from '#domains/devices'
import type { Queries } from '#platform/database'
import type { DeviceRef } from './device-ground.ts'
import type { Service } from './service.ts'
import { toService } from './service-store.ts'

export interface ListedDevice extends SeenDevice {
  readonly services: readonly Service[]
}

/** In the order of the refs. One that has just gone, or changed its account, is left out. */
export async function describeDevices(
  queries: Queries,
  actor: Actor,
  refs: readonly DeviceRef[],
): Promise<ListedDevice[]> {
  if (refs.length === 0) return []
  const ids = refs.map(({ id }) => id)
  const [devices, sighted] = await Promise.all([devicesWithServices(queries, ids), sightDevices(queries, actor, refs)])
  const byId = new Map(devices.map((device) => [device.id, device]))
  return sighted.flatMap((facts) => {
    const device = byId.get(facts.id)
    return device?.accountId === facts.accountId ? [{ ...facts, ...device }] : []
  })
}

/** Those that exist, in the order of the ids, whether the actor may see them or not. */
export async function devicesByIds(queries: Queries, actor: Actor, ids: readonly DeviceId[]): Promise<ListedDevice[]> {
  if (ids.length === 0) return []
  const devices = await devicesWithServices(queries, ids)
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (device: Device) => places.get(device.id) ?? ids.length
  return sightDevices(
    queries,
    actor,
    devices.toSorted((one, other) => placeOf(one) - placeOf(other)),
  )
}

type DeviceWithServices = Device & Pick<ListedDevice, 'services'>

/** In any order. */
async function devicesWithServices(queries: Queries, ids: readonly DeviceId[]): Promise<DeviceWithServices[]> {
  const rows = await selectDevices(queries)
    .select(servicesOfRow)
    .where('devices.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return rows.map((row) => ({ ...toDevice(row), services: row.services.map(toListedService).toSorted(byAge) }))
}

/** In no order: a statement that sorts would be planned anew each time. */
const servicesOfRow = (expression: ExpressionBuilder<DB, 'devices'>) =>
  jsonArrayFrom(
    expression
      .selectFrom('services')
      .select([
        'services.account_id',
        'services.id',
        'services.device_id',
        'services.name',
        'services.application',
        'services.host',
        'services.port',
        'services.enabled',
        'services.attributes',
        'services.created_at',
      ])
      .whereRef('services.account_id', '=', 'devices.account_id')
      .whereRef('services.device_id', '=', 'devices.id'),
  ).as('services')

type ServiceRow = Parameters<typeof toService>[0]

type ListedRow = Omit<ServiceRow, 'attributes' | 'created_at'> & { attributes: unknown; created_at: string }

/** In JSON a moment is text. */
function toListedService(row: ListedRow): Service {
  const attributes = row.attributes as ServiceRow['attributes'] // JSON in JSON is itself
  return toService({ ...row, attributes, created_at: new Date(row.created_at) })
}

function byAge(one: Service, other: Service): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)
}
