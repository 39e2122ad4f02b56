// What stands on a page of devices, with all their services: one query, whatever the length.

import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DeviceId } from '@farport/vocabulary'
import type { DB } from '../../../generated/database.ts'
import { sightDevices, type Actor } from '../../access/index.ts'
import { selectDevices, toDevice, type Device, type SeenDevice } from '#domains/devices'
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

async function devicesWithServices(
  queries: Queries,
  placed: RawBuilder<Placed>,
): Promise<(Device & Pick<ListedDevice, 'services'>)[]> {
  const rows = await selectDevices(queries)
    .innerJoin(placed.as('placed'), (join) =>
      join.onRef('placed.account_id', '=', 'devices.account_id').onRef('placed.id', '=', 'devices.id'),
    )
    .select(['placed.place', servicesOfRow])
    .execute()
  return rows
    .toSorted((one, other) => Number(one.place) - Number(other.place))
    .map((row) => ({ ...toDevice(row), services: row.services.map(toListedService).toSorted(byAge) }))
}

/** In no order: sorting them here costs less than sorting rows there. */
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
