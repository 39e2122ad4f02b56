// The SQL of a page of a list: first which devices stand on it, by indexes alone where they can, then what they are.

import { sql, type RawBuilder } from 'kysely'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { Queries } from '#platform/database'
import type { DeviceListRequest, SortKey } from './device-list.ts'
import type { DeviceGround } from './device-ground-store.ts'
import { ownSource, sharedSource, type DeviceSource } from './device-source-store.ts'

export interface DeviceRef {
  readonly accountId: AccountId
  readonly id: DeviceId
}

/** In their order. */
export async function pageOfDevices(
  queries: Queries,
  request: DeviceListRequest,
  ground: DeviceGround,
): Promise<DeviceRef[]> {
  const { sort, size, from } = request
  const sources = sourcesOf(request, ground, sort)
  const [only] = sources
  if (only === undefined || size === 0 || isEmpty(ground)) return []
  const query =
    sources.length === 1
      ? sql`select ${only.accountId} as account_id, ${only.id} as id ${fromAndWhere(only)}
        order by ${orderWithin(only, sort)} limit ${size} offset ${from}`
      : mergedPage(sources, request)
  const { rows } = await sql<{ account_id: AccountId; id: DeviceId }>`${query}`.execute(queries)
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }))
}

/** Of all pages together. */
export async function totalOfDevices(
  queries: Queries,
  request: DeviceListRequest,
  ground: DeviceGround,
): Promise<number> {
  if (isEmpty(ground)) return 0
  const kept = keptTotal(request, ground)
  const sources = sourcesOf(request, ground, []).filter((source) => kept === undefined || !source.isOneAccount)
  if (sources.length === 0) return kept ?? 0
  const totals = sources.map((source) => sql`(select count(*) ${fromAndWhere(source)})`)
  const { rows } = await sql<{ total: string }>`select ${sql.join(totals, sql` + `)} as total`.execute(queries)
  return (kept ?? 0) + Number(rows[0]?.total)
}

/** Of the own devices, when it is known without counting. */
function keptTotal({ filter }: DeviceListRequest, { own, counts }: DeviceGround): number | undefined {
  if (own === undefined) return 0
  const { name, ids, tags, applications, platforms, isOnline } = filter
  const isFiltered = [name, ids, tags, applications, platforms].some((one) => one !== undefined)
  if (isFiltered || own.scope.over !== 'account') return undefined
  if (isOnline === undefined) return counts.online + counts.offline
  return isOnline ? counts.online : counts.offline
}

const isEmpty = ({ tagIds, deviceIds }: DeviceGround): boolean => tagIds?.length === 0 || deviceIds?.length === 0

function sourcesOf(request: DeviceListRequest, ground: DeviceGround, sort: readonly SortKey[]): DeviceSource[] {
  const wish = { filter: request.filter, ground, sort }
  const own = ground.own && ownSource(ground.own, wish)
  const shared = ground.shared && sharedSource(ground.shared, wish)
  return [own, shared].filter((source) => source !== undefined)
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

/** One account's own devices have one owner, and no name twice. */
function orderWithin(source: DeviceSource, sort: readonly SortKey[]): RawBuilder<unknown> {
  const keys = source.isOneAccount ? sort.filter(({ key }) => key !== 'owner.email') : sort
  const isTotal = source.isOneAccount && keys.some(({ key }) => key === 'name')
  const order = keys.map((key) => sql`${source.sortedBy(key.key)} ${direction(key)}`)
  return sql.join(isTotal ? order : [...order, source.id])
}

/** active stands before inactive, and true after false. */
const direction = ({ key, isReversed }: SortKey) => sql.raw((key === 'state') === isReversed ? 'asc' : 'desc')
