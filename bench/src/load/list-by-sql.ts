// The peer of a list of devices: the same rows by hand-written SQL. It knows the tables and their indexes as well as the
// server does; it asks for the page and for the total at the same time, and looks details up for the rows of the page
// alone.

import type { Pool } from 'pg'
import type { ListCase } from './list-cases.ts'

export interface RowsBySql {
  readonly ids: readonly string[]
  readonly total: number
}

const size = 50

/** Prepares the texts, as a programmer would have: what is measured is asking. */
export function listBySql(pool: Pool, accountId: string, wish: ListCase['wish']): () => Promise<RowsBySql> {
  const order = ordersOf(wish.sort ?? 'state,name')
  const values: unknown[] = [accountId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const whereFor = (named: (text: string) => string) =>
    filtersOf(wish, parameter) + (wish.name === undefined ? '' : named(parameter(wish.name)))
  const from = wish.from ?? 0
  const parts: { rows: string; owner: string; isOwn: boolean }[] = []
  if (wish.owner !== false) parts.push({ rows: ownRows(whereFor(namedInOwn)), owner: emailOf('$1'), isOwn: true })
  if (wish.owner !== true) {
    parts.push({ rows: sharedRows(whereFor(namedInShared)), owner: emailOf('d.account_id'), isOwn: false })
  }
  const page = parts.map(({ rows, owner }) => {
    const keys = order.map(({ column }, place) => `${column === 'owner' ? owner : column} as k${place}`)
    const by = order.filter(({ column }) => column !== 'owner').map(({ column, direction }) => `${column} ${direction}`)
    return `(select d.account_id, d.id, ${keys.join(', ')} ${rows} order by ${by.join(', ')} limit ${from + size})`
  })
  const by = order.map(({ direction }, place) => `k${place} ${direction}`).join(', ')
  const rowsText = `with page as (
      select * from (${page.join(' union all ')}) as listed order by ${by}, id limit ${size} offset ${from}
    ) select ${details} from page
    join devices d on d.account_id = page.account_id and d.id = page.id
    join device_presence p on p.account_id = page.account_id and p.device_id = page.id
    join auth."user" u on u.id = page.account_id
    order by ${by}, page.id`
  const totals = parts.map(({ rows, isOwn }) =>
    isOwn && isPlain(wish) ? keptTotal(wish) : `(select count(*) ${rows})`,
  )
  const totalText = `select ${totals.join(' + ')} as total`
  return async () => {
    const [rows, total] = await Promise.all([
      pool.query<{ id: string }>(rowsText, values),
      pool.query<{ total: string }>(totalText, values),
    ])
    return { ids: rows.rows.map((row) => row.id), total: Number(total.rows[0]?.total) }
  }
}

const ownRows = (where: string) => `from devices d
  join device_presence p on p.account_id = d.account_id and p.device_id = d.id
  where d.account_id = $1 and p.account_id = $1${where}`

const sharedRows = (where: string) => `from (
    select account_id, device_id from device_shares where user_id = $1
    union
    select account_id, c.device_id from network_shares s join network_connections c using (account_id, network_id)
    where s.user_id = $1
  ) as shared
  join devices d on d.account_id = shared.account_id and d.id = shared.device_id
  join device_presence p on p.account_id = d.account_id and p.device_id = d.id
  where d.account_id <> $1${where}`

const emailOf = (account: string) => `(select email from auth."user" where id = ${account})`

const details = `d.id, d.account_id, d.name, d.platform, d.created_at, d.attributes, d.hardware_id, u.email,
  p.is_online, p.online_since, p.offline_since, p.reported_at, p.external_address, p.internal_address, p.agent_version,
  p.availability, p.instability, p.quality,
  (select json_agg(json_build_object('name', t.name, 'color', t.color, 'created', t.created_at))
   from device_tags x join tags t on t.account_id = x.account_id and t.id = x.tag_id
   where x.device_id = d.id and x.account_id = $1) as tags,
  (select json_agg(json_build_object('id', s.id, 'name', s.name, 'application', s.application, 'enabled', s.enabled,
     'code', l.code, 'link_enabled', l.enabled, 'link_created', l.created_at) order by s.created_at, s.id)
   from services s left join connect_links l on l.account_id = s.account_id and l.service_id = s.id
   where s.account_id = d.account_id and s.device_id = d.id) as services`

const isPlain = ({ tag, platform, application, name }: ListCase['wish']): boolean =>
  [tag, platform, application, name].every((limit) => limit === undefined)

/** The kept totals are there for everybody who knows of them. */
const keptTotal = ({ state }: ListCase['wish']): string =>
  `(select coalesce(sum(devices), 0) from device_counts
    where account_id = $1${state === undefined ? '' : ` and is_online = ${state === 'active'}`})`

type Parameter = (value: unknown) => string

function filtersOf({ state, tag, platform, application }: ListCase['wish'], parameter: Parameter): string {
  return [
    state === undefined ? '' : ` and p.is_online = ${state === 'active'}`,
    platform === undefined ? '' : ` and d.platform = any(${parameter(platform)}::integer[])`,
    application === undefined ? '' : applicationFilter(parameter(application)),
    tag === undefined ? '' : tagFilter(tag, parameter),
  ].join('')
}

const applicationFilter = (types: string) => ` and exists (
  select from services s where s.account_id = d.account_id and s.device_id = d.id
    and s.application = any(${types}::integer[]))`

function tagFilter({ operator, values }: NonNullable<ListCase['wish']['tag']>, parameter: Parameter): string {
  const carries = (keys: readonly string[]) => ` and exists (
    select from device_tags x join tags t on t.account_id = x.account_id and t.id = x.tag_id
    where x.account_id = $1 and x.device_id = d.id and t.name_key = any(${parameter(keys)}::text[]))`
  return operator === 'ANY' ? carries(values) : values.map((value) => carries([value])).join('')
}

const namedInOwn = (text: string) => ` and (
  d.id in (select id from devices where name_pairs(account_id, name) @> name_pairs($1, ${text})
    and strpos(name_key, lower(${text})) > 0)
  or d.id in (select device_id from services where name_pairs(account_id, name) @> name_pairs($1, ${text})
    and strpos(lower(name), lower(${text})) > 0))`

/** They are few: their names are read. */
const namedInShared = (text: string) => ` and (
  strpos(d.name_key, lower(${text})) > 0
  or exists (select from services s where s.account_id = d.account_id and s.device_id = d.id
    and strpos(lower(s.name), lower(${text})) > 0))`

const columns: Readonly<Record<string, string>> = {
  name: 'p.name_key',
  state: 'p.is_online',
  platform: 'd.platform',
  created: 'd.created_at',
  lastReported: 'p.reported_at',
  'owner.email': 'owner',
  'endpoint.quality': 'p.quality',
}

function ordersOf(sort: string): { column: string; direction: string }[] {
  const keys = sort.split(',')
  // Each table has an index that begins with what is peculiar to it and ends with the name.
  const isOfDevices = ['platform', 'created', 'name', 'owner.email'].includes((keys[0] ?? '').replace('-', ''))
  return keys.map((word) => {
    const key = word.replace('-', '')
    const isReversed = word.startsWith('-') !== (key === 'state')
    const column = key === 'name' && isOfDevices ? 'd.name_key' : (columns[key] ?? '')
    return { column, direction: isReversed ? 'desc' : 'asc' }
  })
}
