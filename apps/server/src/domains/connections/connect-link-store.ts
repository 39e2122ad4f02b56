// The SQL of connect links.

import { sql, type Selectable } from 'kysely'
import type { AccountId, DeviceId, ServiceId } from '@farport/vocabulary'
import type { ConnectLinks } from '../../../generated/database.ts'
import type { Queries, Tx } from '#platform/database'
import { linkPorts, type ConnectLink } from './connect-link.ts'

interface OwnedService {
  readonly accountId: AccountId
  readonly id: ServiceId
}

const linkColumns = [
  'connect_links.account_id',
  'connect_links.service_id',
  'connect_links.code',
  'connect_links.port',
  'connect_links.password_hash',
  'connect_links.enabled',
  'connect_links.allow',
  'connect_links.deny',
  'connect_links.created_at',
] as const

function toLink(row: Selectable<ConnectLinks>): ConnectLink {
  return {
    accountId: row.account_id as AccountId, // parsed before it was written
    serviceId: row.service_id as ServiceId, // likewise
    code: row.code,
    port: row.port ?? undefined,
    passwordHash: row.password_hash ?? undefined,
    enabled: row.enabled,
    allow: row.allow,
    deny: row.deny,
    createdAt: row.created_at,
  }
}

export async function findLink(queries: Queries, service: OwnedService): Promise<ConnectLink | undefined> {
  const row = await queries
    .selectFrom('connect_links')
    .select(linkColumns)
    .where('account_id', '=', service.accountId)
    .where('service_id', '=', service.id)
    .executeTakeFirst()
  return row && toLink(row)
}

export async function linksOfServices(
  queries: Queries,
  serviceIds: readonly ServiceId[],
): Promise<Map<ServiceId, ConnectLink>> {
  const rows = await queries
    .selectFrom('services')
    .innerJoin('connect_links', (join) =>
      join
        .onRef('connect_links.account_id', '=', 'services.account_id')
        .onRef('connect_links.service_id', '=', 'services.id'),
    )
    .select(linkColumns)
    .where('services.id', '=', sql<string>`any(${serviceIds}::text[])`)
    .execute()
  return new Map(rows.map(toLink).map((link) => [link.serviceId, link]))
}

export async function saveLink(tx: Tx, link: ConnectLink): Promise<void> {
  const settings = {
    port: link.port ?? null,
    password_hash: link.passwordHash ?? null,
    enabled: link.enabled,
    allow: [...link.allow],
    deny: [...link.deny],
  }
  const { accountId, serviceId, code, createdAt } = link
  await tx
    .insertInto('connect_links')
    .values({ account_id: accountId, service_id: serviceId, code, created_at: createdAt, ...settings })
    .onConflict((conflict) => conflict.columns(['account_id', 'service_id']).doUpdateSet(settings))
    .execute()
}

/** One that no link has; undefined when none is left. `random`: 0 to 1, where to begin looking. */
export async function freeLinkPort(tx: Tx, random: number): Promise<number | undefined> {
  const { first, last } = linkPorts
  const start = first + Math.floor(random * (last - first + 1))
  // The next one behind the start, or else the first one of all.
  const answer = await sql<{ port: number | null }>`
    select coalesce(
      (select port from generate_series(${start}::integer, ${last}::integer) as candidate (port)
        where not exists (select from connect_links as taken where taken.port = candidate.port) limit 1),
      (select port from generate_series(${first}::integer, ${start}::integer - 1) as candidate (port)
        where not exists (select from connect_links as taken where taken.port = candidate.port) limit 1)
    ) as port`.execute(tx)
  return answer.rows[0]?.port ?? undefined
}

/** False when there was none. */
export async function deleteLink(tx: Tx, service: OwnedService): Promise<boolean> {
  const row = await tx
    .deleteFrom('connect_links')
    .where('account_id', '=', service.accountId)
    .where('service_id', '=', service.id)
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteLinksOfDevice(tx: Tx, device: { accountId: AccountId; id: DeviceId }): Promise<void> {
  await tx
    .deleteFrom('connect_links')
    .where('account_id', '=', device.accountId)
    .where('service_id', 'in', (services) =>
      services
        .selectFrom('services')
        .select('id')
        .where('account_id', '=', device.accountId)
        .where('device_id', '=', device.id),
    )
    .execute()
}
