// What stands on a page of devices, with all their services: one query, whatever the length.

import { sql, type RawBuilder } from 'kysely'
import type { DeviceId } from '@farport/vocabulary'
import { sightDevices, type Actor } from '../../access/index.ts'
import { allDeviceColumns, toDevice, type Device, type DeviceRow, type SeenDevice } from '#domains/devices'
import type { Queries } from '#platform/database'
import type { Service } from './service.ts'
import { toService } from './service-store.ts'

export interface ListedDevice extends SeenDevice {
  readonly services: readonly Service[]
}

/** Those on a page of `pageOfDevices`, in their order. */
export async function devicesOnPage(
  queries: Queries,
  actor: Actor,
  page: RawBuilder<unknown>,
): Promise<ListedDevice[]> {
  const placed = sql<Placed>`(select account_id, id, row_number() over () as place from (${page}) as page)`
  return sightDevices(queries, actor, await devicesWithServices(queries, placed))
}

/** Those that exist, in the order of the ids, whether the actor may see them or not. */
export async function devicesByIds(queries: Queries, actor: Actor, ids: readonly DeviceId[]): Promise<ListedDevice[]> {
  if (ids.length === 0) return []
  const placed = sql<Placed>`(
    select account_id, id, place from unnest(${ids}::text[]) with ordinality as wanted (id, place) join devices using (id)
  )`
  return sightDevices(queries, actor, await devicesWithServices(queries, placed))
}

interface Placed {
  readonly account_id: string
  readonly id: string
  readonly place: string
}

/** The text stands here as a whole, since putting it together costs as much as reading some of the rows. */
async function devicesWithServices(
  queries: Queries,
  placed: RawBuilder<Placed>,
): Promise<(Device & Pick<ListedDevice, 'services'>)[]> {
  const { rows } = await sql<ListedRow>`
    select ${allDeviceColumns}, placed.place, (
      select coalesce(json_agg(service), '[]') from (
        select id, name, application, host, port, enabled, attributes, created_at from services
        where (services.account_id, services.device_id) = (devices.account_id, devices.id)
      ) as service
    ) as services
    from ${placed} as placed
    join devices on (devices.account_id, devices.id) = (placed.account_id, placed.id)
    join device_presence on (device_presence.account_id, device_presence.device_id) = (devices.account_id, devices.id)
  `.execute(queries)
  return rows.toSorted((one, other) => Number(one.place) - Number(other.place)).map(toListedDevice)
}

interface ListedRow extends DeviceRow {
  readonly place: string
  readonly services: readonly ListedServiceRow[]
}

/** In JSON a moment is text. */
interface ListedServiceRow extends Omit<ServiceRow, 'account_id' | 'device_id' | 'created_at'> {
  readonly created_at: string
}

type ServiceRow = Parameters<typeof toService>[0]

function toListedDevice(row: ListedRow): Device & Pick<ListedDevice, 'services'> {
  const owner = { account_id: row.account_id, device_id: row.id }
  const services = row.services.map((service) =>
    toService({ ...service, ...owner, created_at: new Date(service.created_at) }),
  )
  // In no order until here: sorting rows there would cost more.
  return { ...toDevice(row), services: services.toSorted(byAge) }
}

function byAge(one: Service, other: Service): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)
}
