// The SQL of lists of devices: a page with all its services in one query, whatever its length.

import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '../../../generated/database.ts'
import { anyDeviceClause, clausesFor, sightDevices, type Actor, type Clause } from '../../access/index.ts'
import { selectDevices, toDevice, type SeenDevice } from '#domains/devices'
import type { Queries } from '#platform/database'
import type { DeviceListRequest, SortKey } from './device-list.ts'
import type { Service } from './service.ts'
import { toService } from './service-store.ts'

export interface ListedDevice extends SeenDevice {
  readonly services: readonly Service[]
}

export async function listDeviceRows(
  queries: Queries,
  actor: Actor,
  request: DeviceListRequest,
): Promise<{ total: number; items: ListedDevice[] }> {
  const filtered = filteredDevices(queries, actor, request)
  let page = filtered
    .select(servicesOfRow)
    .select(sql<string>`count(*) over ()`.as('total'))
    .limit(request.size)
    .offset(request.from)
  for (const key of request.sort) page = page.orderBy(sortExpression(key), key.isReversed ? 'desc' : 'asc')
  const rows = await page.orderBy('devices.id').execute()

  const first = rows[0]
  if (first === undefined) return { total: await countDevices(filtered), items: [] }
  const devices = rows.map((row) => ({ ...toDevice(row), services: row.services.map(toListedService) }))
  const items = await sightDevices(queries, actor, devices)
  return { total: Number(first.total), items }
}

/** A page beyond the end has no row that could carry the total. */
async function countDevices(filtered: ReturnType<typeof filteredDevices>): Promise<number> {
  const row = await filtered
    .clearSelect()
    .select(sql<string>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

function filteredDevices(queries: Queries, actor: Actor, request: DeviceListRequest) {
  const { name, ids, platforms, applications, isOnline } = request
  const clauses = clausesFor(actor, 'VIEW').filter((clause) => isListed(clause, request))
  let query = selectDevices(queries).where((expression) => anyDeviceClause(expression, clauses))
  if (isOnline !== undefined) query = query.where('device_presence.is_online', '=', isOnline)
  if (ids !== undefined) query = query.where('devices.id', '=', sql<string>`any(${ids}::text[])`)
  if (platforms !== undefined) query = query.where('devices.platform', '=', sql<number>`any(${platforms}::integer[])`)
  if (applications !== undefined) {
    query = query.where((expression) =>
      expression.exists(
        servicesBeside(expression)
          .select('services.id')
          .where('services.application', '=', sql<number>`any(${applications}::integer[])`),
      ),
    )
  }
  if (name !== undefined) {
    query = query.where((expression) =>
      expression.or([
        contains('devices.name', name),
        expression.exists(servicesBeside(expression).select('services.id').where(contains('services.name', name))),
      ]),
    )
  }
  return query
}

type DeviceExpression = ExpressionBuilder<DB, 'devices' | 'device_presence'>

/** An account's list has its own devices; a person's own list also what others share with them. */
function isListed(clause: Clause, { accountId, whose }: DeviceListRequest): boolean {
  if (clause.by === 'share') return whose !== 'own' && clause.userId === accountId
  return whose !== 'shared' && clause.accountId === accountId
}

const contains = (column: string, text: string) =>
  sql<boolean>`strpos(lower(${sql.ref(column)}), ${text.toLowerCase()}) > 0`

const servicesBeside = (expression: DeviceExpression) =>
  expression
    .selectFrom('services')
    .whereRef('services.account_id', '=', 'devices.account_id')
    .whereRef('services.device_id', '=', 'devices.id')

const servicesOfRow = (expression: DeviceExpression) =>
  jsonArrayFrom(
    servicesBeside(expression).selectAll('services').orderBy('services.created_at').orderBy('services.id'),
  ).as('services')

type ServiceRow = Parameters<typeof toService>[0]

type ListedRow = Omit<ServiceRow, 'attributes' | 'created_at'> & { attributes: unknown; created_at: string }

/** In JSON a moment is text. */
function toListedService(row: ListedRow): Service {
  const attributes = row.attributes as ServiceRow['attributes'] // JSON in JSON is itself
  return toService({ ...row, attributes, created_at: new Date(row.created_at) })
}

/** active stands before inactive. */
function sortExpression({ key }: SortKey) {
  switch (key) {
    case 'name':
      return sql`lower(devices.name)`
    case 'state':
      return sql`not device_presence.is_online`
    case 'platform':
      return sql`devices.platform`
    case 'created':
      return sql`devices.created_at`
    case 'lastReported':
      return sql`device_presence.reported_at`
  }
}
