// The peer of a search: the same rows by hand-written SQL.

import type { Pool } from 'pg'

export interface FoundBySql {
  readonly deviceIds: readonly string[]
  /** In all networks together. */
  readonly connections: number
}

/** Pairs of characters have an index; a single one has not. */
export async function searchBySql(pool: Pool, accountId: string, word: string): Promise<FoundBySql> {
  const isPaired = Array.from(word).length > 1
  const [devices, networks] = await Promise.all([
    pool.query<{ id: string }>(isPaired ? devicesByPairs : devicesByReading, [accountId, word]),
    pool.query<{ connections: unknown[] }>(networksText, [accountId]),
  ])
  return {
    deviceIds: devices.rows.map(({ id }) => id),
    connections: networks.rows.reduce((sum, row) => sum + row.connections.length, 0),
  }
}

const shared = `
  select account_id, device_id from device_shares where user_id = $1
  union
  select account_id, c.device_id from network_shares s join network_connections c using (account_id, network_id)
  where s.user_id = $1`

const searchedBy = (own: string) => `
  with named as (${own}), page as (
    select * from (
      (select d.account_id, d.id, p.is_online, p.name_key
        from named join devices d on d.account_id = $1 and d.id = named.id
        join device_presence p on p.account_id = d.account_id and p.device_id = d.id
        order by p.is_online desc, p.name_key limit 10)
      union all
      (select d.account_id, d.id, p.is_online, p.name_key
        from (${shared}) as shared join devices d on d.account_id = shared.account_id and d.id = shared.device_id
        join device_presence p on p.account_id = d.account_id and p.device_id = d.id
        where d.account_id <> $1 and (strpos(d.name_key, lower($2)) > 0 or exists (
          select from services s where s.account_id = d.account_id and s.device_id = d.id
            and strpos(lower(s.name), lower($2)) > 0))
        order by p.is_online desc, p.name_key limit 10)
    ) as listed order by is_online desc, name_key, id limit 10
  )
  select d.id, d.name, d.platform, u.email, (
    select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.created_at, s.id)
    from services s where s.account_id = d.account_id and s.device_id = d.id
  ) as services
  from page join devices d on d.account_id = page.account_id and d.id = page.id
  join auth."user" u on u.id = d.account_id
  order by page.is_online desc, page.name_key, page.id`

const devicesByPairs = searchedBy(`
  select id from devices where name_pairs(account_id, name) @> name_pairs($1, $2) and strpos(name_key, lower($2)) > 0
  union
  select device_id from services
  where name_pairs(account_id, name) @> name_pairs($1, $2) and strpos(lower(name), lower($2)) > 0`)

const devicesByReading = searchedBy(`
  select id from devices where account_id = $1 and strpos(name_key, lower($2)) > 0
  union
  select device_id from services where account_id = $1 and strpos(lower(name), lower($2)) > 0`)

const networksText = `
  select n.id, n.name, u.email, coalesce((
    select json_agg(json_build_object('name', c.name, 'id', s.id, 'service', s.name))
    from network_connections c join services s on s.account_id = c.account_id and s.id = c.service_id
    where c.account_id = n.account_id and c.network_id = n.id
  ), '[]') as connections
  from networks n join auth."user" u on u.id = n.account_id
  where n.account_id = $1
    or (n.account_id, n.id) in (select account_id, network_id from network_shares where user_id = $1)
  order by n.created_at desc`
