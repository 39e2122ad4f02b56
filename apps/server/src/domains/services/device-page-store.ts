// The SQL of which devices stand on a page of a list, and how many there are: by indexes alone where they can.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Queries } from '#platform/database'
import { isNothing, ownTotal, type DeviceGround } from './device-ground.ts'
import type { DeviceFilter, DeviceListRequest, SortKey } from './device-list.ts'
import { ownSource, sharedSource, type DeviceSource } from './device-source-store.ts'

/** The query of a page: account and id, in their order. Undefined: nothing stands there. */
export function pageOfDevices(request: DeviceListRequest, ground: DeviceGround): RawBuilder<unknown> | undefined {
  const { sort, size, from } = request
  const sources = sourcesOf(request, ground)
  const [only] = sources
  if (only === undefined || size === 0) return undefined
  if (sources.length > 1) return mergedPage(sources, request)
  return sql`select ${only.accountId} as account_id, ${only.id} as id ${fromAndWhere(only)}
    order by ${orderWithin(only, sort)} limit ${size} offset ${from}`
}

function sourcesOf(request: DeviceListRequest, ground: DeviceGround): DeviceSource[] {
  if (isNothing(ground)) return []
  const { filter, sort } = request
  const wish = { filter, ground, sort }
  const own = ground.own === undefined ? [] : apart(ownSource(ground.own, wish), request)
  return ground.guestId === undefined ? own : [...own, sharedSource(ground.guestId, wish)]
}

/**
 * An index has both its keys in one direction. When they go apart, each value of the first is a source of its own, in the
 * order of the second; near the end of a long list that would sort more than it saves.
 */
function apart(source: DeviceSource, { sort, from, size }: DeviceListRequest): DeviceSource[] {
  const [first, second] = varying(sort, source)
  if (first === undefined || second === undefined || first.isReversed === second.isReversed) return [source]
  const values = valuesOf[first.key]
  if (values === undefined || from + size > apartMax) return [source]
  return values.map((value) => ({
    ...source,
    conditions: [...source.conditions, sql<SqlBool>`${source.sortedBy(first.key)} = ${value}`],
    constant: [...source.constant, first.key],
  }))
}

const apartMax = 2000
/** As the database keeps them. */
const valuesOf: { readonly [Key in SortKey['key']]?: readonly unknown[] } = {
  state: [true, false],
  'endpoint.quality': [0, 1, 2, 3],
}

/** No source has more of the page than the first `from + size` of its own. */
function mergedPage(sources: readonly DeviceSource[], { sort, size, from }: DeviceListRequest): RawBuilder<unknown> {
  const parts = sources.map((source) => {
    const columns = sort.map(({ key }, place) => sql`, ${source.sortedBy(key)} as ${sql.ref(`key${place}`)}`)
    return sql`(select ${source.accountId} as account_id, ${source.id} as id${sql.join(columns, sql``)}
      ${fromAndWhere(source)} order by ${orderWithin(source, sort)} limit ${from + size})`
  })
  const keys = sort.map((key, place) => sql`${sql.ref(`key${place}`)} ${direction(key)}`)
  return sql`select account_id, id from (${sql.join(parts, sql` union all `)}) as listed
    order by ${sql.join([...keys, sql`id`])} limit ${size} offset ${from}`
}

const fromAndWhere = ({ tables, conditions }: DeviceSource) =>
  sql`from ${tables} where ${sql.join([sql`true`, ...conditions], sql` and `)}`

/** What is the same for all of a source, or comes after what differs for all, orders nothing. */
function orderWithin(source: DeviceSource, sort: readonly SortKey[]): RawBuilder<unknown> {
  const keys = varying(sort, source)
  const isTotal = source.isOneAccount && keys.some(({ key }) => key === 'name')
  const order = keys.map((key) => sql`${source.sortedBy(key.key)} ${direction(key)}`)
  return sql.join(isTotal ? order : [...order, source.id])
}

function varying(sort: readonly SortKey[], { constant }: DeviceSource): SortKey[] {
  return sort.filter(({ key }) => !constant.includes(key))
}

/** active stands before inactive, and false before true. */
const direction = ({ key, isReversed }: SortKey) => sql.raw((key === 'state') === isReversed ? 'asc' : 'desc')

/** Of all pages together. */
export async function totalOfDevices(
  queries: Queries,
  { filter }: DeviceListRequest,
  ground: DeviceGround,
): Promise<number> {
  if (isNothing(ground)) return 0
  const wish = { filter, ground, sort: [] }
  const own = ownTotal(filter, ground)
  const totals: RawBuilder<unknown>[] = []
  if (own.by === 'counts') totals.push(keptTotal(filter))
  if (own.by === 'rows' && ground.own !== undefined) totals.push(rowsOf(ownSource(ground.own, wish)))
  if (ground.guestId !== undefined) totals.push(rowsOf(sharedSource(ground.guestId, wish)))
  const known = own.by === 'fact' ? own.total : 0
  if (totals.length === 0) return known
  const { rows } = await sql<{ total: string }>`select ${sql.join(totals, sql` + `)} as total`.execute(queries)
  return known + Number(rows[0]?.total)
}

const keptTotal = ({ accountId, isOnline }: DeviceFilter) => sql`coalesce((
  select sum(devices) from device_counts
  where account_id = ${accountId} ${isOnline === undefined ? sql`` : sql`and is_online = ${isOnline}`}
), 0)`

const rowsOf = (source: DeviceSource) => sql`(select count(*) ${fromAndWhere(source)})`
